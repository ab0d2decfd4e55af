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
INSERT INTO public.document_hashes VALUES (1, '\xc0138d6d9a4babedb7164c48dfe3f2e4', '\x4e743c79e8778af86dfff381811877983d4ab33fac575026bf08a166e85bf064', '\xb5f24f11af2f7bf7e7d113bb170f5ac9597fb13071d53fd3e360aa497956e065');
INSERT INTO public.document_hashes VALUES (2, '\x31f0ffaca1cc3b78f570c8d8a5bd535d', '\x84437eee23ef36d7e4224753a928fbddd49c77b78619707c65aedf59bcd1a074', '\x0467e267a2cf1843c2f0aa75259fbd853afb22963f754d4ca44374ed7362e092');
INSERT INTO public.document_hashes VALUES (3, '\x32dcdfccedc8f5c90963f99acfcf7b81', '\xba55b510084d9e9defa660231a9b0fe136e93630565a9c303943664be4ab3283', '\xeb73f85dcea3f7dcb4fde8d13fabbb08230b717ef388324b0bed3aa21321e747');
INSERT INTO public.document_hashes VALUES (4, '\x23c0725a0cad37042387904b184ff6cf', '\xff4348b0974c33105f4509d857d4956b3b0451070fec52a0688dc44f9e825856', '\xec232026d4e4103f56b4e240ff01bb00ca58943f635e6850909c8c52025fed1b');
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
INSERT INTO public.entry_hashes VALUES (1, 4, '\x093d17ef8eb2059ce1f7bbd0bdfcffc59be01ab1c68f08d9a059017fa53b02fe');
INSERT INTO public.entry_hashes VALUES (2, 4, '\xfb19df1cbcab041a2afb33dbbea066efae409af4fee01ea61954ed69dedda2d2');
INSERT INTO public.entry_hashes VALUES (3, 4, '\xdc203d348aa13ce0f862ea502085b3e2a4bbe7b7f75e2d638b43187d8815c53e');
INSERT INTO public.entry_hashes VALUES (4, 4, '\xd635568d8324ece9b96cb1756799679e98a5bec0885648493be1f501630b026c');
INSERT INTO public.entry_hashes VALUES (5, 4, '\xa4dd7e2a11df91eed2bbfa073efb8e3f89633b96a762b69120137dbf54b5271d');
INSERT INTO public.entry_hashes VALUES (6, 4, '\x0500b4a0d42fecf2b39e439719669a75e861a91fdf90d56365e35e667ec64ae8');
INSERT INTO public.entry_hashes VALUES (7, 4, '\xdcfc09485b3cd55e9b2444ab0e621d726dfa48acabd25731411f6ba16ac8f23b');
INSERT INTO public.entry_hashes VALUES (8, 4, '\xb50b31b23153fb192c319842cdef621b9bc80ec2b07e8e94bf0d5280de7f0f52');
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
INSERT INTO public.teachback_schema VALUES ('0006');
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
CREATE TRIGGER document_hashes_never_changed BEFORE DELETE OR TRUNCATE ON public.document_hashes FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER document_hashes_only_erased BEFORE UPDATE ON public.document_hashes FOR EACH ROW WHEN ((NOT ((new.number = old.number) AND (new.digest = old.digest) AND (new.hash = old.hash) AND (new.salt IS NULL)))) EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER documents_never_changed BEFORE DELETE OR TRUNCATE ON public.documents FOR EACH STATEMENT EXECUTE FUNCTION public.never_changed();
CREATE TRIGGER documents_only_erased BEFORE UPDATE ON public.documents FOR EACH ROW WHEN ((NOT ((new.number = old.number) AND (new.id = old.id) AND (new.text = '\xff'::bytea) AND (new.fields IS NULL)))) EXECUTE FUNCTION public.never_changed();
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
