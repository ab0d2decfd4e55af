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
CREATE TABLE public.team_audit_hashes (
    number bigint NOT NULL,
    hash bytea NOT NULL
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
INSERT INTO public.team_audit_hashes VALUES (1, '\x4227c40e1f3bfe011646d3595cf44b7892e5c21c462a7367362cbb96d55eccb2');
INSERT INTO public.team_audit_hashes VALUES (2, '\x85141861dc84ce3eb827771829e0a0f4857d953ae7e039cc116659ce430caeac');
INSERT INTO public.team_audit_hashes VALUES (3, '\xa50138e2e2b5c8ad69042eb549a9a549fca609463ea89a85b1513df19b981b94');
INSERT INTO public.team_audit_hashes VALUES (4, '\x7f3bea4c750536277a1d95c1d40c50fa0c22f525dcf5d83fec6d9d4cf3f07ec4');
INSERT INTO public.team_audit_hashes VALUES (5, '\x49fe67a1fb8e5243b13c5c482d3a41ec590368ebc88fbf3f860237fcbd4b4a77');
INSERT INTO public.team_audit_hashes VALUES (6, '\x3647f8029ffe51e357d58a273b7ba0ddba2a70e5498a750703b85e92964e7e98');
INSERT INTO public.team_audit_hashes VALUES (7, '\xfbf2caae6c82a4abc6514bf609a459607d1ff719782b6625d382a021faa6dcef');
INSERT INTO public.team_audit_hashes VALUES (8, '\xfb08fa23a0519292c928a692f6d989201df98f0f3b497acbf61012158ad3e72b');
INSERT INTO public.team_audit_hashes VALUES (9, '\x65bc323c6ed06a3320c06bd64162b62cc2331bd3761359c5bbc45247f18cd6e1');
INSERT INTO public.team_invitations VALUES (4, '782715173ef7180406cefe482372046be6ba92f99d95eb82d54ff3853f890148', 'viewer', NULL, 1772355600, 'olga', 1774947600);
INSERT INTO public.team_people VALUES (1, 'olga', 'olga', 'owner', '$argon2id$v=19$m=8,t=1,p=1$5sXshYI91pA$O1kc1A', 1772355600, NULL);
INSERT INTO public.team_people VALUES (2, 'tom', 'tom', 'teacher', '$argon2id$v=19$m=8,t=1,p=1$lGYclenjZiM$JQytZg', 1772355600, NULL);
INSERT INTO public.team_people VALUES (3, 'vera', 'vera', 'viewer', '$argon2id$v=19$m=8,t=1,p=1$HNtoMmhrokU$hZuZpw', 1772355600, 1772355600);
INSERT INTO public.team_sessions VALUES ('636ee453f8a5f61b9af221486571ef2be7916f886a9493060a873a18d494c4c5', 1, 1772355600, 1772355600);
INSERT INTO public.team_sessions VALUES ('51a4c11bcf46c4159b887147e206e6a3d3791273a21f58fd82784bbbd1a002b6', 2, 1772355600, 1772355600);
INSERT INTO public.team_tokens VALUES (1, '9c7881ea59526791e3b91b79e783fc10c5abf49541b0336bd8a0f1c0748f1b70', 2, 'notebook', 1772355600, NULL);
INSERT INTO public.team_version VALUES (2);
SELECT pg_catalog.setval('public.team_attempts_id_seq', 1, false);
SELECT pg_catalog.setval('public.team_audit_number_seq', 9, true);
SELECT pg_catalog.setval('public.team_invitations_id_seq', 4, true);
SELECT pg_catalog.setval('public.team_people_id_seq', 3, true);
SELECT pg_catalog.setval('public.team_tokens_id_seq', 1, true);
ALTER TABLE ONLY public.team_attempts
    ADD CONSTRAINT team_attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.team_audit_hashes
    ADD CONSTRAINT team_audit_hashes_pkey PRIMARY KEY (number);
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
CREATE TRIGGER team_audit_hashes_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.team_audit_hashes FOR EACH STATEMENT EXECUTE FUNCTION public.team_audit_kept();
CREATE TRIGGER team_audit_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.team_audit FOR EACH STATEMENT EXECUTE FUNCTION public.team_audit_kept();
ALTER TABLE ONLY public.team_audit_hashes
    ADD CONSTRAINT team_audit_hashes_number_fkey FOREIGN KEY (number) REFERENCES public.team_audit(number);
ALTER TABLE ONLY public.team_invitations
    ADD CONSTRAINT team_invitations_person_fkey FOREIGN KEY (person) REFERENCES public.team_people(id);
ALTER TABLE ONLY public.team_sessions
    ADD CONSTRAINT team_sessions_person_fkey FOREIGN KEY (person) REFERENCES public.team_people(id);
ALTER TABLE ONLY public.team_tokens
    ADD CONSTRAINT team_tokens_person_fkey FOREIGN KEY (person) REFERENCES public.team_people(id);
