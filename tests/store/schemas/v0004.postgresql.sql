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
    text bytea NOT NULL,
    fields text
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
INSERT INTO public.document_hashes VALUES (1, '\x992802b8ccf430d3e76de554597ddc7b', '\xf135dd560e143a7274cc2384f2617625e96f4f468cd171e331429a3455d3438f', '\x7d1364d0e4fcb032b97d1603c6391589de351e6e2bfae1e53f1e8e382dbb371f');
INSERT INTO public.document_hashes VALUES (2, '\xd0b811ffc16316bb1455434bc72b1fa2', '\x2e6c29d3e041c303d07528eaa18eefbfcbf30c3863cf1e34d4e3afb70261cadc', '\xd92bae203d71d30573343a90c4c91fe9d8a92eef45d153ce09201ec8c15daebc');
INSERT INTO public.document_hashes VALUES (3, '\xe91df066eb08cf484bda19c3397a26bd', '\x24253478aa900379fa3dce2f05d81a5571494f42593b0c6ccc4ba3179cb63f41', '\xf2866e3479259c6f90bf33d3a306679bcdbc8908747e79c2d4eb45d0269a2d3d');
INSERT INTO public.document_hashes VALUES (4, '\xc1237c813e818645037bcca70db4746b', '\x0151c501ec7a09a5937d5db8a64e01e8d262f0e5e27c54e76f60b7a2f70a6063', '\x93b00b162fe5d1df6c96d0bc1d91f51db827e6471e82ef0e641488fdb88fad1b');
INSERT INTO public.documents VALUES (1, 'm1', '\x596f752063686172676564206d7920636172642074776963652e0d0a', NULL);
INSERT INTO public.documents VALUES (2, 'm2', '\x610062', NULL);
INSERT INTO public.documents VALUES (3, 'm3', '\xe280aed7a9d79cd795d79de280ac20f09f91a9f09f8fbde2808df09f9a92', NULL);
INSERT INTO public.documents VALUES (4, '文書/4', '\x', NULL);
INSERT INTO public.entries VALUES (1, NULL, 'e1', '{"v": 1, "kind": "classes_added", "id": "e1", "time": "2026-01-02T03:04:06.678901Z", "teacher": "ines", "seconds": 0.25, "classes": ["bug", "billing"]}');
INSERT INTO public.entries VALUES (2, 1, 'e2', '{"v": 1, "kind": "documents_added", "id": "e2", "time": "2026-01-02T03:04:07.678901Z", "teacher": "ines", "seconds": 0.5, "documents": ["m1", "m2", "m3", "文書/4"]}');
INSERT INTO public.entries VALUES (3, 2, 'e3', '{"v": 1, "kind": "label", "id": "e3", "time": "2026-01-02T03:04:08.678901Z", "teacher": "ines", "seconds": 0.75, "document": "m1", "class": "bug"}');
INSERT INTO public.entries VALUES (4, 3, 'e4', '{"v": 1, "kind": "retract", "id": "e4", "time": "2026-01-02T03:04:09.678901Z", "teacher": "ines", "seconds": 1.0, "lesson": "e3"}');
INSERT INTO public.entries VALUES (5, 4, 'e5', '{"v": 1, "kind": "rationale", "id": "e5", "time": "2026-01-02T03:04:10.678901Z", "teacher": "ines", "seconds": 1.25, "document": "m1", "class": "billing", "start": 4, "end": 16}');
INSERT INTO public.entries VALUES (6, 5, 'e6', '{"v": 1, "kind": "word", "id": "e6", "time": "2026-01-02T03:04:11.678901Z", "teacher": "ines", "seconds": 1.5, "term": "🙂", "class": "billing", "strength": 2.5}');
INSERT INTO public.entries VALUES (7, 6, 'e7', '{"v": 1, "kind": "class_renamed", "id": "e7", "time": "2026-01-02T03:04:12.678901Z", "teacher": "ines", "seconds": 1.75, "class": "bug", "to": "defect"}');
INSERT INTO public.entries VALUES (8, 7, 'e8', '{"v": 1, "kind": "flag", "id": "e8", "time": "2026-01-02T03:04:13.678901Z", "teacher": "ines", "seconds": 2.0, "document": "m2", "note": "what is \u0000?"}');
INSERT INTO public.entry_hashes VALUES (1, 4, '\x9a0ae26190522f70fb62e7eb5aecd36171420922eb48cacc5ed7875bae517ec2');
INSERT INTO public.entry_hashes VALUES (2, 4, '\x5a2229432cc90b111f2b0f9fca713f70492ef08122651cba8b426d72595f3867');
INSERT INTO public.entry_hashes VALUES (3, 4, '\x381d547bb168125ae3b720ea5f86c4c27ade5d8dcf89e68d45a224ed8831c389');
INSERT INTO public.entry_hashes VALUES (4, 4, '\xffa180ca3d501bfaae023c3cb13a7f623a2bccd6432c51a2dacc44f4503fdd2e');
INSERT INTO public.entry_hashes VALUES (5, 4, '\x8e32c87c45a5613919c64f54f34f1f6ab857023e6a089725cf1844a98728b4e0');
INSERT INTO public.entry_hashes VALUES (6, 4, '\x0b97dffe07db4bf388c672f9a666f5694a98f6108ce7223850d8d5d470c2512f');
INSERT INTO public.entry_hashes VALUES (7, 4, '\x9c13a08c3cb7a7e05eb8bad6a6758016fd9b78ac7ca01342a89c282a858ffddf');
INSERT INTO public.entry_hashes VALUES (8, 4, '\x258ddaa012ee47cc8eb2ec010491243620e2cd92bcd789aca94ceefc685fbf4c');
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
INSERT INTO public.teachback_schema VALUES ('0004');
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
