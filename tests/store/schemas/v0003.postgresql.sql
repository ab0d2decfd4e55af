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
CREATE FUNCTION public.never_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'the % are never changed', TG_TABLE_NAME; END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.document_hashes (
    number bigint NOT NULL,
    salt bytea,
    digest bytea NOT NULL,
    hash bytea NOT NULL
);
CREATE TABLE public.documents (
    number bigint NOT NULL,
    id text NOT NULL,
    text bytea NOT NULL
);
CREATE TABLE public.entries (
    "position" bigint NOT NULL,
    previous bigint,
    id text NOT NULL,
    form text NOT NULL,
    CONSTRAINT dense CHECK ((COALESCE(previous, (0)::bigint) = ("position" - 1)))
);
CREATE TABLE public.entry_hashes (
    "position" bigint NOT NULL,
    documents bigint NOT NULL,
    hash bytea NOT NULL
);
CREATE TABLE public.models (
    name text NOT NULL,
    "position" bigint NOT NULL,
    "time" text NOT NULL,
    content bytea NOT NULL
);
CREATE TABLE public.search (
    number bigint NOT NULL,
    words tsvector NOT NULL
);
CREATE TABLE public.settings (
    key text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.teachback_schema (
    version_num character varying(32) NOT NULL
);
INSERT INTO public.document_hashes VALUES (1, '\x5faf0959963900fa41e3f0ae5e67cb5e', '\x4cffeb3282ffb9754f6b53ab5aefc084916ff17dc37cc595858f8a23f01b7f7d', '\x49776accb499091609bf7c0538059bae50abb96a79cd74e4c0e7300bc89b3d2f');
INSERT INTO public.document_hashes VALUES (2, '\xcb5c8ab268ffd30bbc5bd24d2ae10156', '\x52b83bd2c64a78ced29e136bdeda3208511cc02892594bf2822aec49ae55aeae', '\x7a53b370ba84aa27197b6b4ee3aa341955ac63cb5a5d5bfa0a18ceaf9f4d619d');
INSERT INTO public.document_hashes VALUES (3, '\xaa4285295686ae3ac6a30bbbb69e160e', '\xe451e70e50f54f39ecb0215d8cb7db530c8e49193df88618ce9a908577d7f40b', '\xb83a6fd59fcaac76aa6123fabb031e3b56e1d94e80b4dae312aa4184c9ffec28');
INSERT INTO public.document_hashes VALUES (4, '\xf6afb2ed0390f31f61120f7d82516d60', '\x1905ac2b968d4ee1df1af28ee66da24e5758c7e09d1d763dba9ee13a96dcc953', '\xf9daaf87718a6e5731374c8bed562be6b1a4eac8b1fc8ba53a1317218238e380');
INSERT INTO public.documents VALUES (1, 'm1', '\x596f752063686172676564206d7920636172642074776963652e0d0a');
INSERT INTO public.documents VALUES (2, 'm2', '\x610062');
INSERT INTO public.documents VALUES (3, 'm3', '\xe280aed7a9d79cd795d79de280ac20f09f91a9f09f8fbde2808df09f9a92');
INSERT INTO public.documents VALUES (4, '文書/4', '\x');
INSERT INTO public.entries VALUES (1, NULL, 'e1', '{"v": 1, "kind": "classes_added", "id": "e1", "time": "2026-01-02T03:04:06.678901Z", "teacher": "ines", "seconds": 0.25, "classes": ["bug", "billing"]}');
INSERT INTO public.entries VALUES (2, 1, 'e2', '{"v": 1, "kind": "documents_added", "id": "e2", "time": "2026-01-02T03:04:07.678901Z", "teacher": "ines", "seconds": 0.5, "documents": ["m1", "m2", "m3", "文書/4"]}');
INSERT INTO public.entries VALUES (3, 2, 'e3', '{"v": 1, "kind": "label", "id": "e3", "time": "2026-01-02T03:04:08.678901Z", "teacher": "ines", "seconds": 0.75, "document": "m1", "class": "bug"}');
INSERT INTO public.entries VALUES (4, 3, 'e4', '{"v": 1, "kind": "retract", "id": "e4", "time": "2026-01-02T03:04:09.678901Z", "teacher": "ines", "seconds": 1.0, "lesson": "e3"}');
INSERT INTO public.entries VALUES (5, 4, 'e5', '{"v": 1, "kind": "rationale", "id": "e5", "time": "2026-01-02T03:04:10.678901Z", "teacher": "ines", "seconds": 1.25, "document": "m1", "class": "billing", "start": 4, "end": 16}');
INSERT INTO public.entries VALUES (6, 5, 'e6', '{"v": 1, "kind": "word", "id": "e6", "time": "2026-01-02T03:04:11.678901Z", "teacher": "ines", "seconds": 1.5, "term": "🙂", "class": "billing", "strength": 2.5}');
INSERT INTO public.entries VALUES (7, 6, 'e7', '{"v": 1, "kind": "class_renamed", "id": "e7", "time": "2026-01-02T03:04:12.678901Z", "teacher": "ines", "seconds": 1.75, "class": "bug", "to": "defect"}');
INSERT INTO public.entries VALUES (8, 7, 'e8', '{"v": 1, "kind": "flag", "id": "e8", "time": "2026-01-02T03:04:13.678901Z", "teacher": "ines", "seconds": 2.0, "document": "m2", "note": "what is \u0000?"}');
INSERT INTO public.entry_hashes VALUES (1, 4, '\x01a696c64ccbf12d08cd59753f9b18c208ee46ed8fb68ed527ec206335ecb5a8');
INSERT INTO public.entry_hashes VALUES (2, 4, '\x9e9989f0c8e974dd89047ba6158c819ebed56ec57766f5b8fed54ec5c3aead09');
INSERT INTO public.entry_hashes VALUES (3, 4, '\xcb6b253eff548c7ce9d978127832496f412680153b9bdecb9b5211e0a1faf62f');
INSERT INTO public.entry_hashes VALUES (4, 4, '\xc288ebb3c84aa13a1cb1fdd67d4af485dd1441015deddffc38f510811ddec564');
INSERT INTO public.entry_hashes VALUES (5, 4, '\x3973736d5a8bcc20d8392c8c085841fde2b478d505c124dd7719c750b60aadb1');
INSERT INTO public.entry_hashes VALUES (6, 4, '\x3e326953e97b27dc79f2c24715a352da35fa262079c0fe3855ce84c6b6868003');
INSERT INTO public.entry_hashes VALUES (7, 4, '\xb36d570853331af049eebf181f91bc49bcd1c7a278fa0cc8ac585d5ad6652304');
INSERT INTO public.entry_hashes VALUES (8, 4, '\x5c575f2d769eaaa5518cf8c9e26ff6c902a9118a47a1a2df2838ac667646f45b');
INSERT INTO public.models VALUES ('a first try', 3, '2026-01-02T03:04:05.678901+00:00', '\x');
INSERT INTO public.models VALUES ('current', 7, '2026-01-02T03:04:05.678901+00:00', '\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff');
INSERT INTO public.search VALUES (1, '''card'' ''charged'' ''my'' ''twice'' ''you''');
INSERT INTO public.search VALUES (2, '''a'' ''b''');
INSERT INTO public.search VALUES (3, '''שלום'' ''👩🏽‍🚒''');
INSERT INTO public.search VALUES (4, '');
INSERT INTO public.settings VALUES ('guidelines', '"Line one\nline two \u0000"');
INSERT INTO public.settings VALUES ('learner', '"auto"');
INSERT INTO public.settings VALUES ('seed', '7');
INSERT INTO public.settings VALUES ('tree', '{"خط": [1.5, null, true]}');
INSERT INTO public.teachback_schema VALUES ('0003');
ALTER TABLE ONLY public.document_hashes
    ADD CONSTRAINT document_hashes_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_id_key UNIQUE (id);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_id_key UNIQUE (id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY public.entry_hashes
    ADD CONSTRAINT entry_hashes_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY public.models
    ADD CONSTRAINT models_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.search
    ADD CONSTRAINT search_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.teachback_schema
    ADD CONSTRAINT teachback_schema_pkc PRIMARY KEY (version_num);
CREATE INDEX search_words ON public.search USING gin (words);
CREATE TRIGGER document_hashes_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.document_hashes FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER documents_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.documents FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER entries_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.entries FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER entry_hashes_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.entry_hashes FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
ALTER TABLE ONLY public.document_hashes
    ADD CONSTRAINT document_hashes_number_fkey FOREIGN KEY (number) REFERENCES public.documents(number);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_previous_fkey FOREIGN KEY (previous) REFERENCES public.entries("position");
ALTER TABLE ONLY public.entry_hashes
    ADD CONSTRAINT entry_hashes_position_fkey FOREIGN KEY ("position") REFERENCES public.entries("position");
ALTER TABLE ONLY public.search
    ADD CONSTRAINT search_number_fkey FOREIGN KEY (number) REFERENCES public.documents(number);
