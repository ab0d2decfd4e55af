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
CREATE FUNCTION public.only_moved() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF EXISTS (SELECT 1 FROM settling) AND NOT EXISTS (SELECT 1 FROM entries WHERE id = OLD.id AND form = OLD.form) THEN RAISE EXCEPTION 'the entries are never changed'; END IF; RETURN OLD; END $$;
CREATE FUNCTION public.only_new() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'UPDATE' OR NEW.first <= (SELECT coalesce(max(number), 0) FROM documents) THEN RAISE EXCEPTION 'the documents are never changed'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.only_settled() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'UPDATE' THEN RAISE EXCEPTION 'the entries are never changed'; END IF; IF TG_OP = 'INSERT' THEN IF EXISTS (SELECT 1 FROM settling) OR NEW.base <> (SELECT coalesce(max(position), 0) FROM entries) THEN RAISE EXCEPTION 'the entries are never changed'; END IF; RETURN NEW; END IF; IF EXISTS (SELECT 1 FROM waiting) THEN RAISE EXCEPTION 'the entries are never changed'; END IF; RETURN OLD; END $$;
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
CREATE TABLE public.settling (
    base bigint NOT NULL
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
CREATE TABLE public.waiting (
    number bigint NOT NULL,
    id text NOT NULL,
    form text NOT NULL
);
INSERT INTO public.document_hashes VALUES (1, '\xe7e07ca0b6cf18f127d98c155a0717ae', '\x84b891f8bf45640af65c8822ed36a21a0e67b6b283fd9fb9ce8b7114552a50e4', '\x03827775cb498ac77874736fc7cb4ba9dc346cf0d2b460be85127e1e2f5e9469');
INSERT INTO public.document_hashes VALUES (2, '\x7fb8d136be1f486c88fb7e9582036a27', '\xd5ac6bb046a348694a626a50573d3e5f9e6bbc927360e4caa7f825d5f6700b07', '\xdf92f670adcc630fcfd309f943442b4f5bc15d6d335e9492c85f2dfa4e5d153b');
INSERT INTO public.document_hashes VALUES (3, '\xa1bd696bc27d54822ce85a63149fd89d', '\x873ecf86b8922885fbba55389caac40148e1005a2b3d83abbfd28918dbc69171', '\xd5b110a3324aad91c8758cf22d2c7b48a5d252f840885fb84db119b1a5b8e7a9');
INSERT INTO public.document_hashes VALUES (4, '\x601fcf4392a1c7a42d9922cde40011c5', '\xecda40307dbd4684e92f6ccf53748a337b3403081a221e401b8d61007cfbf611', '\xf119643bef9d49badb3ee9e14c9c49236d140602bff1c1b342a1a35fd06b6ee7');
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
INSERT INTO public.entry_hashes VALUES (1, 4, '\xc043501a3c88d5ae2f3ac5b14e0bbc82b8d16f9512182c64fe862a0f1ac83663');
INSERT INTO public.entry_hashes VALUES (2, 4, '\x1e979ebc0db99ff7aac2230330612a7f754695942e10f8dfdb651eb2ff93b91e');
INSERT INTO public.entry_hashes VALUES (3, 4, '\xb17e3e8d0a2ae48e9e3555accd5ee185d17c1256c72c9683836b7481c1ce8fe3');
INSERT INTO public.entry_hashes VALUES (4, 4, '\x4eab6bead909ee2949082872fc5810270fbafe1e0fa168d19611add941628cd8');
INSERT INTO public.entry_hashes VALUES (5, 4, '\x556633cff2e8ed55c7a29152cc977a3df2b01bfd3a2656326a555802ffaf91af');
INSERT INTO public.entry_hashes VALUES (6, 4, '\x2a3e6073819c8f3ea3ac96e8786513109a5445910de46f842127c32b7140808c');
INSERT INTO public.entry_hashes VALUES (7, 4, '\xdcd3ee6947a784d393bd8d7a8a97b9a0b0964bc2d28de528cc75778534f175db');
INSERT INTO public.entry_hashes VALUES (8, 4, '\x84360a431470e1b623655de8d5eda9ff79cc4902ea84610ddee6a1613df7c85b');
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
INSERT INTO public.teachback_schema VALUES ('0008');
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
ALTER TABLE ONLY public.settling
    ADD CONSTRAINT settling_pkey PRIMARY KEY (base);
ALTER TABLE ONLY public.staging
    ADD CONSTRAINT staging_pkey PRIMARY KEY (first);
ALTER TABLE ONLY public.teachback_schema
    ADD CONSTRAINT teachback_schema_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.vectors
    ADD CONSTRAINT vectors_pkey PRIMARY KEY (encoder, text);
ALTER TABLE ONLY public.waiting
    ADD CONSTRAINT waiting_id_key UNIQUE (id);
ALTER TABLE ONLY public.waiting
    ADD CONSTRAINT waiting_pkey PRIMARY KEY (number);
CREATE INDEX search_words ON public.search USING gin (words);
CREATE TRIGGER document_hashes_never_changed BEFORE TRUNCATE ON public.document_hashes FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER document_hashes_only_erased BEFORE UPDATE ON public.document_hashes FOR EACH ROW WHEN ((NOT ((new.number = old.number) AND (new.digest = old.digest) AND (new.hash = old.hash) AND (new.salt IS NULL)))) EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER document_hashes_only_staged BEFORE DELETE ON public.document_hashes FOR EACH ROW EXECUTE FUNCTION public.only_staged();
CREATE TRIGGER documents_never_changed BEFORE TRUNCATE ON public.documents FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER documents_only_erased BEFORE UPDATE ON public.documents FOR EACH ROW WHEN ((NOT ((new.number = old.number) AND (new.id = old.id) AND (new.text = '\xff'::bytea) AND (new.fields IS NULL)))) EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER documents_only_staged BEFORE DELETE ON public.documents FOR EACH ROW EXECUTE FUNCTION public.only_staged();
CREATE TRIGGER entries_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.entries FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER entry_hashes_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.entry_hashes FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER settling_never_changed BEFORE TRUNCATE ON public.settling FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER settling_only_settled BEFORE INSERT OR DELETE OR UPDATE ON public.settling FOR EACH ROW EXECUTE FUNCTION public.only_settled();
CREATE TRIGGER staging_only_new BEFORE INSERT OR UPDATE ON public.staging FOR EACH ROW EXECUTE FUNCTION public.only_new();
CREATE TRIGGER waiting_never_changed BEFORE UPDATE OR TRUNCATE ON public.waiting FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER waiting_only_moved BEFORE DELETE ON public.waiting FOR EACH ROW EXECUTE FUNCTION public.only_moved();
ALTER TABLE ONLY public.document_hashes
    ADD CONSTRAINT document_hashes_number_fkey FOREIGN KEY (number) REFERENCES public.documents(number);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_previous_fkey FOREIGN KEY (previous) REFERENCES public.entries("position");
ALTER TABLE ONLY public.entry_hashes
    ADD CONSTRAINT entry_hashes_position_fkey FOREIGN KEY ("position") REFERENCES public.entries("position");
ALTER TABLE ONLY public.search
    ADD CONSTRAINT search_number_fkey FOREIGN KEY (number) REFERENCES public.documents(number);
