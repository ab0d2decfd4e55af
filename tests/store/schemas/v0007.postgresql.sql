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
CREATE FUNCTION public.only_new() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'UPDATE' OR NEW.first <= (SELECT coalesce(max(number), 0) FROM documents) THEN RAISE EXCEPTION 'the documents are never changed'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.only_staged() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NOT EXISTS (SELECT 1 FROM staging WHERE first <= OLD.number) THEN RAISE EXCEPTION 'the % are never changed', TG_TABLE_NAME; END IF; RETURN OLD; END $$;
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
CREATE TABLE public.staging (
    first bigint NOT NULL,
    host text NOT NULL,
    process bigint NOT NULL
);
CREATE TABLE public.teachback_schema (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.vectors (
    encoder text NOT NULL,
    text bytea NOT NULL,
    numbers bytea NOT NULL
);
INSERT INTO public.document_hashes VALUES (1, '\x414db736085591b6f191012337d4dcdc', '\xaa11bc4fb27c50651f3934fe15aa93449c67117e603ef112748e676a873527de', '\x2aa5600431426992b7aafc7864be085767be4beac4cde9180c48ab9b757da888');
INSERT INTO public.document_hashes VALUES (2, '\x23dee2634f5d16027937337637141a5a', '\x6e5c3288ea4bdd0f8553e4fbd854ca98bca6885b5ca34f490a5e03820b16a875', '\x307c59acedecea2741dc4d2d1548e7b64fcbfcafb5d052c268be0f0c8cf5ed3a');
INSERT INTO public.document_hashes VALUES (3, '\x6d1d7ef9350b7ed918719926a170704f', '\x805fa7f7be852ddabeb3fea32e467d6eb96db7510f5302a69f64398cd315caf7', '\xb6d82df58b6c78a9176095f33c40f888376508163a9a65bc182f8c9b41ee0857');
INSERT INTO public.document_hashes VALUES (4, '\x75bcdc093d706bcc317b2f4acf7ca6a9', '\xc8d349f1f568ba89c74f2bd795615d3c681c264579f699c51e3421e6aa3e95dc', '\xdc115be756d7c2ac98e4b7ed7c4dd384181d9b68b437d177b6f72d45fd776259');
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
INSERT INTO public.entry_hashes VALUES (1, 4, '\x50d7521b8ed94d3ce04af820a810e6cf162e4f108141573774607ac0e712cf48');
INSERT INTO public.entry_hashes VALUES (2, 4, '\x3e39e0a4d0907a04bee20ac29ff2e6b4eb1e244cac75600d9703472be87b8074');
INSERT INTO public.entry_hashes VALUES (3, 4, '\x0a1150e0e612694754afbc4f4682e85a4200af857030661c641250c3ef670be9');
INSERT INTO public.entry_hashes VALUES (4, 4, '\x6dbda3d5ccb574235b7db25095ce8ed49afb85ec7fc8199915790b873eb22ca3');
INSERT INTO public.entry_hashes VALUES (5, 4, '\x70f3380526671a69262d9744b1655dabc7554709e0135ba23d12d56be3e40341');
INSERT INTO public.entry_hashes VALUES (6, 4, '\x1c81328df40755d349bd0162154d12161f841a7dc5dbc4fa401237468de1718b');
INSERT INTO public.entry_hashes VALUES (7, 4, '\xfea26b3d7b800aa2097754671cd679f1efbc5096e3699533a9ad190a3d1382c2');
INSERT INTO public.entry_hashes VALUES (8, 4, '\xdbd8ecaf9b195290056c7a28bfd980817a313bd4ac5bfea95b21a600298a369e');
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
INSERT INTO public.teachback_schema VALUES ('0007');
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
ALTER TABLE ONLY public.staging
    ADD CONSTRAINT staging_pkey PRIMARY KEY (first);
ALTER TABLE ONLY public.teachback_schema
    ADD CONSTRAINT teachback_schema_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.vectors
    ADD CONSTRAINT vectors_pkey PRIMARY KEY (encoder, text);
CREATE INDEX search_words ON public.search USING gin (words);
CREATE TRIGGER document_hashes_never_changed BEFORE TRUNCATE ON public.document_hashes FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER document_hashes_only_erased BEFORE UPDATE ON public.document_hashes FOR EACH ROW WHEN ((NOT ((new.number = old.number) AND (new.digest = old.digest) AND (new.hash = old.hash) AND (new.salt IS NULL)))) EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER document_hashes_only_staged BEFORE DELETE ON public.document_hashes FOR EACH ROW EXECUTE FUNCTION public.only_staged();
CREATE TRIGGER documents_never_changed BEFORE TRUNCATE ON public.documents FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER documents_only_erased BEFORE UPDATE ON public.documents FOR EACH ROW WHEN ((NOT ((new.number = old.number) AND (new.id = old.id) AND (new.text = '\xff'::bytea) AND (new.fields IS NULL)))) EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER documents_only_staged BEFORE DELETE ON public.documents FOR EACH ROW EXECUTE FUNCTION public.only_staged();
CREATE TRIGGER entries_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.entries FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER entry_hashes_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.entry_hashes FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER staging_only_new BEFORE INSERT OR UPDATE ON public.staging FOR EACH ROW EXECUTE FUNCTION public.only_new();
ALTER TABLE ONLY public.document_hashes
    ADD CONSTRAINT document_hashes_number_fkey FOREIGN KEY (number) REFERENCES public.documents(number);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_previous_fkey FOREIGN KEY (previous) REFERENCES public.entries("position");
ALTER TABLE ONLY public.entry_hashes
    ADD CONSTRAINT entry_hashes_position_fkey FOREIGN KEY ("position") REFERENCES public.entries("position");
ALTER TABLE ONLY public.search
    ADD CONSTRAINT search_number_fkey FOREIGN KEY (number) REFERENCES public.documents(number);
