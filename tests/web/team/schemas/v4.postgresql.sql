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
CREATE TABLE public.team_identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    person bigint NOT NULL
);
CREATE TABLE public.team_invitations (
    id bigint NOT NULL,
    digest text NOT NULL,
    role text NOT NULL,
    person bigint,
    made double precision NOT NULL,
    by text,
    expires double precision NOT NULL,
    given text,
    roles text
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
CREATE TABLE public.team_roles (
    person bigint NOT NULL,
    project text NOT NULL,
    role text NOT NULL
);
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
    used double precision,
    scope text DEFAULT 'own'::text NOT NULL,
    project text,
    expires double precision
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
INSERT INTO public.team_audit VALUES (5, 1772355600, 'tom', 'token made', '{"token": "notebook", "scope": "own", "project": null, "days": null}', NULL);
INSERT INTO public.team_audit VALUES (6, 1772355600, 'olga', 'invited', '{"role": "viewer"}', '192.0.2.7');
INSERT INTO public.team_audit VALUES (7, 1772355600, 'vera', 'joined', '{"role": "viewer", "by": "olga"}', '192.0.2.1');
INSERT INTO public.team_audit VALUES (8, 1772355600, 'olga', 'disabled', '{"name": "vera"}', '192.0.2.7');
INSERT INTO public.team_audit VALUES (9, 1772355600, 'olga', 'invited', '{"role": "viewer"}', '192.0.2.7');
INSERT INTO public.team_audit_hashes VALUES (1, '\x4227c40e1f3bfe011646d3595cf44b7892e5c21c462a7367362cbb96d55eccb2');
INSERT INTO public.team_audit_hashes VALUES (2, '\x85141861dc84ce3eb827771829e0a0f4857d953ae7e039cc116659ce430caeac');
INSERT INTO public.team_audit_hashes VALUES (3, '\xa50138e2e2b5c8ad69042eb549a9a549fca609463ea89a85b1513df19b981b94');
INSERT INTO public.team_audit_hashes VALUES (4, '\x7f3bea4c750536277a1d95c1d40c50fa0c22f525dcf5d83fec6d9d4cf3f07ec4');
INSERT INTO public.team_audit_hashes VALUES (5, '\x61bda13095f6e8c00cf253b18bde6acc56384adb0ef0fafb9adbecf3adb84d62');
INSERT INTO public.team_audit_hashes VALUES (6, '\xc19a2227451ffce23d35e286177089e773f1b292a80bb0b4e3312e24828689ca');
INSERT INTO public.team_audit_hashes VALUES (7, '\x8e094ff7dac25ca0fabc219aeb8f732c4174a4e8322970417627c1c71c3f7ad3');
INSERT INTO public.team_audit_hashes VALUES (8, '\x7bed2bf5c094cc6bdfbc16887c9c87f9ced3911686b80a7285f2953bd83bfe66');
INSERT INTO public.team_audit_hashes VALUES (9, '\x502ced680361da20b7fd18e3b1e9bcc14002a403e61b89d0bff57200a86486b3');
INSERT INTO public.team_invitations VALUES (4, '4f41da48c64586eee7b95524b09bccf2e0f5dd7fcc47ebbda2a6b5e941841635', 'viewer', NULL, 1772355600, 'olga', 1774947600, NULL, NULL);
INSERT INTO public.team_people VALUES (1, 'olga', 'olga', 'owner', '$argon2id$v=19$m=8,t=1,p=1$HIyUwXQMea8$pA7VXw', 1772355600, NULL);
INSERT INTO public.team_people VALUES (2, 'tom', 'tom', 'teacher', '$argon2id$v=19$m=8,t=1,p=1$gen/HIzNYLE$h3Sh3w', 1772355600, NULL);
INSERT INTO public.team_people VALUES (3, 'vera', 'vera', 'viewer', '$argon2id$v=19$m=8,t=1,p=1$x8ArVrwbQ7s$k4O/mg', 1772355600, 1772355600);
INSERT INTO public.team_sessions VALUES ('e0ab6e59e15538887cf45295c292dc66a040a4ec0f5cffae1a3ac14df8c17f45', 1, 1772355600, 1772355600);
INSERT INTO public.team_sessions VALUES ('b482c947a3f7ae08ed066530e999660c29f2653a6e7d45454cbd5e2869ec0145', 2, 1772355600, 1772355600);
INSERT INTO public.team_tokens VALUES (1, '5c0edfbaea8a872d66ecec1d1771ca0e94a400b18f061508b7429f9cc6c86719', 2, 'notebook', 1772355600, NULL, 'own', NULL, NULL);
INSERT INTO public.team_version VALUES (4);
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
ALTER TABLE ONLY public.team_identities
    ADD CONSTRAINT team_identities_pkey PRIMARY KEY (issuer, subject);
ALTER TABLE ONLY public.team_invitations
    ADD CONSTRAINT team_invitations_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.team_invitations
    ADD CONSTRAINT team_invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.team_people
    ADD CONSTRAINT team_people_folded_key UNIQUE (folded);
ALTER TABLE ONLY public.team_people
    ADD CONSTRAINT team_people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.team_roles
    ADD CONSTRAINT team_roles_pkey PRIMARY KEY (person, project);
ALTER TABLE ONLY public.team_sessions
    ADD CONSTRAINT team_sessions_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.team_tokens
    ADD CONSTRAINT team_tokens_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.team_tokens
    ADD CONSTRAINT team_tokens_pkey PRIMARY KEY (id);
CREATE INDEX ix_team_attempts_address ON public.team_attempts USING btree (address);
CREATE INDEX ix_team_attempts_name ON public.team_attempts USING btree (name);
CREATE INDEX ix_team_identities_person ON public.team_identities USING btree (person);
CREATE INDEX ix_team_sessions_person ON public.team_sessions USING btree (person);
CREATE INDEX ix_team_tokens_person ON public.team_tokens USING btree (person);
CREATE INDEX team_attempts_time ON public.team_attempts USING btree ("time");
CREATE TRIGGER team_audit_hashes_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.team_audit_hashes FOR EACH STATEMENT EXECUTE FUNCTION public.team_audit_kept();
CREATE TRIGGER team_audit_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.team_audit FOR EACH STATEMENT EXECUTE FUNCTION public.team_audit_kept();
ALTER TABLE ONLY public.team_audit_hashes
    ADD CONSTRAINT team_audit_hashes_number_fkey FOREIGN KEY (number) REFERENCES public.team_audit(number);
ALTER TABLE ONLY public.team_identities
    ADD CONSTRAINT team_identities_person_fkey FOREIGN KEY (person) REFERENCES public.team_people(id);
ALTER TABLE ONLY public.team_invitations
    ADD CONSTRAINT team_invitations_person_fkey FOREIGN KEY (person) REFERENCES public.team_people(id);
ALTER TABLE ONLY public.team_roles
    ADD CONSTRAINT team_roles_person_fkey FOREIGN KEY (person) REFERENCES public.team_people(id);
ALTER TABLE ONLY public.team_sessions
    ADD CONSTRAINT team_sessions_person_fkey FOREIGN KEY (person) REFERENCES public.team_people(id);
ALTER TABLE ONLY public.team_tokens
    ADD CONSTRAINT team_tokens_person_fkey FOREIGN KEY (person) REFERENCES public.team_people(id);
