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
CREATE TABLE public.vectors (
    encoder text NOT NULL,
    text bytea NOT NULL,
    numbers bytea NOT NULL
);
INSERT INTO public.document_hashes VALUES (1, '\x9fd725babd7f5396e48380b0f8eca860', '\xf2b5c6d2d9cb6d6243e3dd866f38474e579771f74894c007c0731cbda09ed77d', '\x4faaa331341a2a475da043ef271da92183a20cdcb50775a7f32cca01d32aa7ab');
INSERT INTO public.document_hashes VALUES (2, '\x9c3af74a9fa4c524bb3d915e841768e5', '\xe4fa38cbc3798b4606b467608ae270454288931d6928e6f4a22cacdee20c7831', '\x0d95b571e07a5c3d8cb2549171765fdc4e9b39a24f2b84f1a958a36e92cd2365');
INSERT INTO public.document_hashes VALUES (3, '\x4d13468337d8e7885182b13743188de2', '\xb2fbfad5ce045fc3a9a72f6a380c58a960962b3c58e59befeb26e86f667a93b7', '\x09b9fd352a42fc84faed0ddc246c6c955b47da3bd71f015399eb2735dc4cac4b');
INSERT INTO public.document_hashes VALUES (4, '\x1626ea28bb75f1ea5c456580d058a270', '\x67d0c87b4858c5bcd944389ca5d753bd8847105ea6c04f27758af9611d319875', '\xa35d5657d67c7dffac64291db43e1b887b14ca472afec8558c7e60e2f9a97a7e');
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
INSERT INTO public.entry_hashes VALUES (1, 4, '\x0d2d4b665f9299acb2a031a87250fa1f792e910fb2b53178704d4e0299f9ceae');
INSERT INTO public.entry_hashes VALUES (2, 4, '\x749cdd676715c4d0c3dd503c77c8a68ccc0ef70d2a321d697c89fa710a6630c2');
INSERT INTO public.entry_hashes VALUES (3, 4, '\x592eb6b5f59c536383fcf055045e4882e89d3fcb3af55eccc8544bd59e24214f');
INSERT INTO public.entry_hashes VALUES (4, 4, '\xe7f7dc2c90bdb46d125f9db79888f3b52fce944436b948ebb8f8fcbb237d97db');
INSERT INTO public.entry_hashes VALUES (5, 4, '\x34a111939115c4ffd5ee853c392dcd44d834819dfb3bb80eaf5be931d5d0d958');
INSERT INTO public.entry_hashes VALUES (6, 4, '\x32bc0774b8e19e3e12c4cc60b4f264151cfa074f59bdb03a7a26fa099c8f1805');
INSERT INTO public.entry_hashes VALUES (7, 4, '\x30a336b3f001b90049e84b1fbe17eb2f50950efc1b0dc4b60ed37121fc07ff5d');
INSERT INTO public.entry_hashes VALUES (8, 4, '\x42370a0dfe34ce42e15bbc941a0474d2757ca167743f40ef66305f2d43c884c1');
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
INSERT INTO public.teachback_schema VALUES ('0005');
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
ALTER TABLE ONLY public.vectors
    ADD CONSTRAINT vectors_pkey PRIMARY KEY (encoder, text);
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
