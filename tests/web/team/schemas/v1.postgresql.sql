SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.team_audit_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'the audit log is only added to'; END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.team_attempts (
    id bigint NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    "time" double precision NOT NULL
);
CREATE SEQUENCE public.team_attempts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.team_attempts_id_seq OWNED BY public.team_attempts.id;
CREATE TABLE public.team_audit (
    number bigint NOT NULL,
    "time" double precision NOT NULL,
    who text,
    what text NOT NULL,
    about text NOT NULL,
    address text
);
CREATE SEQUENCE public.team_audit_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.team_audit_number_seq OWNED BY public.team_audit.number;
CREATE TABLE public.team_invitations (
    id bigint NOT NULL,
    digest text NOT NULL,
    role text NOT NULL,
    person bigint,
    made double precision NOT NULL,
    by text,
    expires double precision NOT NULL
);
CREATE SEQUENCE public.team_invitations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.team_invitations_id_seq OWNED BY public.team_invitations.id;
CREATE TABLE public.team_people (
    id bigint NOT NULL,
    name text NOT NULL,
    folded text NOT NULL,
    role text NOT NULL,
    password text NOT NULL,
    since double precision NOT NULL,
    disabled double precision
);
CREATE SEQUENCE public.team_people_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.team_people_id_seq OWNED BY public.team_people.id;
CREATE TABLE public.team_sessions (
    digest text NOT NULL,
    person bigint NOT NULL,
    made double precision NOT NULL,
    seen double precision NOT NULL
);
CREATE TABLE public.team_tokens (
    id bigint NOT NULL,
    digest text NOT NULL,
    person bigint NOT NULL,
    name text NOT NULL,
    made double precision NOT NULL,
    used double precision
);
CREATE SEQUENCE public.team_tokens_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.team_tokens_id_seq OWNED BY public.team_tokens.id;
CREATE TABLE public.team_version (
    version integer NOT NULL
);
ALTER TABLE ONLY public.team_attempts ALTER COLUMN id SET DEFAULT nextval('public.team_attempts_id_seq'::regclass);
ALTER TABLE ONLY public.team_audit ALTER COLUMN number SET DEFAULT nextval('public.team_audit_number_seq'::regclass);
ALTER TABLE ONLY public.team_invitations ALTER COLUMN id SET DEFAULT nextval('public.team_invitations_id_seq'::regclass);
ALTER TABLE ONLY public.team_people ALTER COLUMN id SET DEFAULT nextval('public.team_people_id_seq'::regclass);
ALTER TABLE ONLY public.team_tokens ALTER COLUMN id SET DEFAULT nextval('public.team_tokens_id_seq'::regclass);
INSERT INTO public.team_audit VALUES (1, 1772355600, NULL, 'invited', '{"role": "owner"}', NULL);
INSERT INTO public.team_audit VALUES (2, 1772355600, 'olga', 'joined', '{"role": "owner", "by": null}', '192.0.2.1');
INSERT INTO public.team_audit VALUES (3, 1772355600, 'olga', 'invited', '{"role": "teacher"}', '192.0.2.7');
INSERT INTO public.team_audit VALUES (4, 1772355600, 'tom', 'joined', '{"role": "teacher", "by": "olga"}', '192.0.2.1');
INSERT INTO public.team_audit VALUES (5, 1772355600, 'tom', 'token made', '{"token": "notebook"}', NULL);
INSERT INTO public.team_audit VALUES (6, 1772355600, 'olga', 'invited', '{"role": "viewer"}', '192.0.2.7');
INSERT INTO public.team_audit VALUES (7, 1772355600, 'vera', 'joined', '{"role": "viewer", "by": "olga"}', '192.0.2.1');
INSERT INTO public.team_audit VALUES (8, 1772355600, 'olga', 'disabled', '{"name": "vera"}', '192.0.2.7');
INSERT INTO public.team_audit VALUES (9, 1772355600, 'olga', 'invited', '{"role": "viewer"}', '192.0.2.7');
INSERT INTO public.team_invitations VALUES (4, 'bea34315cdd6d848d983cf7e800ca450c23c8f7c20ffbe89754501f07b9a55e7', 'viewer', NULL, 1772355600, 'olga', 1774947600);
INSERT INTO public.team_people VALUES (1, 'olga', 'olga', 'owner', '$argon2id$v=19$m=8,t=1,p=1$DXjwMQzUyyI$Jmw8Hw', 1772355600, NULL);
INSERT INTO public.team_people VALUES (2, 'tom', 'tom', 'teacher', '$argon2id$v=19$m=8,t=1,p=1$CPPbSqOvHY8$5sdEpg', 1772355600, NULL);
INSERT INTO public.team_people VALUES (3, 'vera', 'vera', 'viewer', '$argon2id$v=19$m=8,t=1,p=1$DkFyAzaLBFQ$GZuJxw', 1772355600, 1772355600);
INSERT INTO public.team_sessions VALUES ('796f92a78ac3433d1acb75b1316118e2b0709cda54106e2fa4f22bef87430c82', 1, 1772355600, 1772355600);
INSERT INTO public.team_sessions VALUES ('be9f3095977a92bfa2837f579ad5ed91a3daf300a1d389569353a2f1554a8f96', 2, 1772355600, 1772355600);
INSERT INTO public.team_tokens VALUES (1, '94213e5053d22e3b2cabf19158a353d63c16d7f0766dd7560d8158c8fe87cadb', 2, 'notebook', 1772355600, NULL);
INSERT INTO public.team_version VALUES (1);
SELECT pg_catalog.setval('public.team_attempts_id_seq', 1, false);
SELECT pg_catalog.setval('public.team_audit_number_seq', 9, true);
SELECT pg_catalog.setval('public.team_invitations_id_seq', 4, true);
SELECT pg_catalog.setval('public.team_people_id_seq', 3, true);
SELECT pg_catalog.setval('public.team_tokens_id_seq', 1, true);
ALTER TABLE ONLY public.team_attempts
    ADD CONSTRAINT team_attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.team_audit
    ADD CONSTRAINT team_audit_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.team_invitations
    ADD CONSTRAINT team_invitations_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.team_invitations
    ADD CONSTRAINT team_invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.team_people
    ADD CONSTRAINT team_people_folded_key UNIQUE (folded);
ALTER TABLE ONLY public.team_people
    ADD CONSTRAINT team_people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.team_sessions
    ADD CONSTRAINT team_sessions_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.team_tokens
    ADD CONSTRAINT team_tokens_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.team_tokens
    ADD CONSTRAINT team_tokens_pkey PRIMARY KEY (id);
CREATE INDEX ix_team_attempts_address ON public.team_attempts USING btree (address);
CREATE INDEX ix_team_attempts_name ON public.team_attempts USING btree (name);
CREATE INDEX ix_team_sessions_person ON public.team_sessions USING btree (person);
CREATE INDEX ix_team_tokens_person ON public.team_tokens USING btree (person);
CREATE INDEX team_attempts_time ON public.team_attempts USING btree ("time");
CREATE TRIGGER team_audit_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.team_audit FOR EACH STATEMENT EXECUTE FUNCTION public.team_audit_kept();
ALTER TABLE ONLY public.team_invitations
    ADD CONSTRAINT team_invitations_person_fkey FOREIGN KEY (person) REFERENCES public.team_people(id);
ALTER TABLE ONLY public.team_sessions
    ADD CONSTRAINT team_sessions_person_fkey FOREIGN KEY (person) REFERENCES public.team_people(id);
ALTER TABLE ONLY public.team_tokens
    ADD CONSTRAINT team_tokens_person_fkey FOREIGN KEY (person) REFERENCES public.team_people(id);
