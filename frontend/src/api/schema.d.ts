// The shapes of requests and answers, written from the server's OpenAPI document by `make api-types`: do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The key in the link, the name that a new person chooses, and a password. */
        Accept: {
            key: string;
            name?: string | null;
            password: string;
        };
        /** @description How many random checks the model gets right, with the 95 % interval of the share. */
        Accuracy: {
            checked: number;
            high: number;
            low: number;
            right: number;
        };
        /** @description Whether teaching can end, and what that rests on. */
        Advice: {
            accuracy: [
                number,
                number
            ];
            agreement: number | null;
            settled: boolean;
            stop: boolean;
            why: string;
        };
        /** @description How far teachers agree. */
        AgreementNow: {
            disagreements: components["schemas"]["Disagreement"][];
            documents: number;
            fleiss: number | null;
            krippendorff: number | null;
            pairs: components["schemas"]["PairAgreement"][];
            passages: components["schemas"]["RationaleAgreement"][];
        };
        /** @description A token that works; `person` is the name of whoever made it, and whose lessons it teaches. */
        ApiToken: {
            id: number;
            /** Format: date-time */
            made: string;
            name: string;
            person: string;
            used: string | null;
        };
        /** @description A word to teach or to reject, why it is asked, and in how many documents it is. */
        AskedTerm: {
            /** @default 0 */
            documents: number;
            term: string;
            why: string;
        };
        /** @description One line of the log; `who` is None where nobody was signed in. */
        AuditEntry: {
            about: {
                [key: string]: unknown;
            };
            address: string | null;
            number: number;
            /** Format: date-time */
            time: string;
            what: string;
            who: string | null;
        };
        /** @description Entries of the audit log, newest first; `next` is the `before` of the following page. */
        AuditPage: {
            entries: components["schemas"]["AuditEntry"][];
            next: number | null;
        };
        /** @description How many labels and how many words each class has. */
        Balance: {
            labels: {
                [key: string]: number;
            };
            words: {
                [key: string]: number;
            };
        };
        /** @description A document to answer. */
        BatchDocument: {
            alike: string[];
            check: boolean;
            guess: components["schemas"]["Guess"] | null;
            highlight: boolean;
            id: string;
            /** @enum {string} */
            reason: "unsure" | "check" | "cold" | "second";
            text: string;
            why: string;
        };
        /** @description A person or a program, and what they are in the project. */
        Caller: {
            name: string;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer";
        };
        /** @description One change of the classes. */
        ClassChange: {
            add?: string[] | null;
            archive?: string | null;
            bring_back?: string | null;
            merge?: components["schemas"]["Merge"] | null;
            rename?: components["schemas"]["Rename"] | null;
            /** @description The class that is everything else; null: none is. */
            rest?: string | null;
        };
        /** @description The classes that can be taught, and those that are archived. */
        ClassesNow: {
            archived: string[];
            classes: string[];
            rest: string | null;
        };
        /** @description The classes without a label and without a word: until there are none, documents are drawn by chance. */
        ColdStart: {
            needs: string[];
        };
        /** @description A similar document (None where there is none), and what tells the two apart, best first. */
        Comparison: {
            features: components["schemas"]["TellingTerm"][];
            similar: components["schemas"]["SimilarDocument"] | null;
        };
        /** @description How often a document labelled with the class of the row is taken for that of the column. */
        ConfusionMatrix: {
            classes: string[];
            counts: number[][];
        };
        /** @description The conditions of the rule that decided, and the document that it was made for. */
        DecidingRule: {
            example: string | null;
            text: string;
        };
        /** @description A document on which teachers differ. */
        Disagreement: {
            document: string;
            said: {
                [key: string]: string;
            };
        };
        /** @description A text with an id. The text is never trimmed, normalised or changed in any way. */
        Document: {
            id: string;
            text: string;
        };
        /** @description A document and what is said of it. */
        DocumentDetails: {
            final: string | null;
            flags: components["schemas"]["Flag"][];
            guess: components["schemas"]["Guess"] | null;
            held_out: boolean;
            id: string;
            labels: {
                [key: string]: string;
            };
            rationales: components["schemas"]["Rationale"][];
            text: string;
        };
        /** @description Some of the documents that fit, the id to go on after (None at the end), and how many fit in all. */
        DocumentPage: {
            documents: components["schemas"]["ListedDocument"][];
            next: string | null;
            total: number;
        };
        /** @description A label that may be wrong, what it might be instead, how suspicious it is (higher is more), and why. */
        DoubtfulLabel: {
            id: string;
            label: string;
            score: number;
            snippet: string;
            suggested: string;
            why: string;
        };
        /** @description Labels that may be wrong, the most suspicious first; while documents are `missing`, asking again brings more. */
        DoubtfulLabels: {
            labels: components["schemas"]["DoubtfulLabel"][];
            missing: number;
        };
        /** @description The answer to every request that is refused. */
        ErrorAnswer: {
            error: components["schemas"]["ErrorDetails"];
        };
        /** @description What went wrong: a word and details for programs, and a sentence. */
        ErrorDetails: {
            detail: {
                [key: string]: unknown;
            };
            kind: string;
            message: string;
        };
        /** @description Where models that were not told the label differ from it. */
        Errors: {
            documents: components["schemas"]["WrongDocument"][];
            how: string;
            matrix: components["schemas"]["ConfusionMatrix"];
            missing: number;
            of: number;
            wrong: number;
        };
        /** @description An explanation as a page shows it. */
        ExplainedDocument: {
            class: string;
            curve: number[];
            /** @enum {string} */
            kind: "words" | "none" | "rule";
            probabilities: {
                [key: string]: number;
            };
            rule: components["schemas"]["DecidingRule"] | null;
            sentence: string;
            sets: components["schemas"]["WordSet"][];
            spans: [
                number,
                number
            ][];
            status: string;
            to: string | null;
            /** @default [] */
            why_not: components["schemas"]["WhyNotAdvice"][];
            words: string[];
        };
        /** @description A file that can be made, or why it cannot be made now. */
        ExportOffered: {
            about: string;
            available: boolean;
            name: string;
            suffix: string;
            what: string[];
            why_not: string | null;
        };
        /** @description The beginning of the file. */
        ExportSample: {
            text: string;
        };
        /** @description Look at this document again. */
        Flag: {
            document: string;
            id: string;
            /** @default  */
            note: string;
            seconds: number | null;
            /** @default teacher */
            teacher: string;
            /** Format: date-time */
            time: string;
        };
        /** @description The ids of documents. */
        FoundDocuments: {
            documents: string[];
        };
        /** @description What a model says of a text. */
        Guess: {
            class: string;
            probabilities: {
                [key: string]: number;
            };
        };
        /** @description What teachers agreed on, in Markdown. */
        Guidelines: {
            teacher: string | null;
            /** @default  */
            text: string;
            time: string | null;
            /** @default 0 */
            version: number;
        };
        /** @description A new text, and the version that was read before it was written. */
        GuidelinesIn: {
            text: string;
            version: number;
        };
        /** @description An entry of the record: the fields of its own form, the entry in words, and whether it counts now. */
        HistoryEntry: {
            act: components["schemas"]["Summary"] | null;
            active: boolean;
            by: components["schemas"]["Retraction"][];
            document_count: number | null;
            id: string;
            kind: string;
            position: number;
            seconds: number | null;
            teacher: string;
            text: string;
            time: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Entries, newest first; `next` is what to give as `before` for those before them, null at the beginning. */
        HistoryPage: {
            entries: components["schemas"]["HistoryEntry"][];
            next: number | null;
            position: number;
            teachers: string[];
        };
        /** @description How many documents shall be held out in all; or how many more than there are. */
        HoldOut: {
            n?: number | null;
            total?: number | null;
        };
        /** @description How to read it, and whether bad rows are left out rather than ending the import. */
        ImportIn: {
            encoding?: string | null;
            format?: string | null;
            /** @default false */
            leave_out_bad_rows?: boolean;
            roles?: {
                [key: string]: string;
            } | null;
            /** @default importer */
            teacher?: string;
        };
        /** @description An import that goes on; the project's events tell of its `progress` by this name. */
        ImportJob: {
            job: string;
        };
        /** @description An invitation that is open; `name` is set where it lets somebody who is here choose a new password. */
        Invitation: {
            by: string | null;
            /** Format: date-time */
            expires: string;
            id: number;
            /** Format: date-time */
            made: string;
            name: string | null;
            person: number | null;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer";
        };
        /** @description A new invitation with its link, which is shown only now. */
        InvitationMade: {
            by: string | null;
            /** Format: date-time */
            expires: string;
            id: number;
            link: string;
            /** Format: date-time */
            made: string;
            name: string | null;
            person: number | null;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer";
        };
        /** @description What a link invites to; `name` is set where somebody who is here chooses a new password. */
        InvitationSeen: {
            /** Format: date-time */
            expires: string;
            name: string | null;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer";
        };
        /** @description What somebody is invited to be, and for how many days the link works. */
        Invite: {
            /** @default 7 */
            days?: number;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer";
        };
        /** @description A similar document that the model was taught. */
        LabelledNeighbour: {
            id: string;
            label: string;
            snippet: string;
        };
        /** @description Which learner; null for the one that suits what was taught. */
        Learn: {
            learner?: string | null;
        };
        /** @description The language whose stop words shall be left out; null for none. */
        LeaveOut: {
            language: string | null;
        };
        /** @description How many lessons of each kind count. */
        LessonCounts: {
            flags: number;
            labels: number;
            rationales: number;
            skips: number;
            words: number;
        };
        /** @description A lesson as the record writes it: a kind, an id made by the client, and the fields of the kind. */
        LessonIn: {
            class?: string | null;
            document?: string | null;
            end?: number | null;
            /** @description Sending the same id again teaches nothing new. */
            id: string;
            /** @enum {string} */
            kind: "label" | "exclude" | "skip" | "word" | "not_a_reason" | "rationale" | "distinction" | "flag" | "adjudicate" | "retract";
            /** @description The id of the entry that a `retract` takes back. */
            lesson?: string | null;
            note?: string | null;
            present?: boolean | null;
            seconds?: number | null;
            start?: number | null;
            strength?: number | null;
            /** @description Who taught it; the caller. Owners may name somebody else. */
            teacher?: string | null;
            term?: string | null;
            /** @description When it was done; now, if it is not given. */
            time?: string | null;
            /** @default 1 */
            v?: number;
            versus?: string | null;
        };
        /** @description Lessons to keep, all of them or none. */
        LessonsIn: {
            entries: components["schemas"]["LessonIn"][];
        };
        /** @description A document in a list: the beginning of its text, its label, and what the model says. */
        ListedDocument: {
            disputed: boolean;
            flagged: boolean;
            guess: components["schemas"]["Guess"] | null;
            id: string;
            label: string | null;
            snippet: string;
        };
        /** @description The key in the link of an invitation. */
        Look: {
            key: string;
        };
        /** @description Classes whose lessons count for another from now on. */
        Merge: {
            classes: string[];
            into: string;
        };
        /** @description A model in the list; `card` says in words what it is. */
        ModelListed: {
            accuracy: components["schemas"]["Accuracy"] | null;
            card: string;
            learner: string;
            name: string;
            position: number;
            seconds: number;
        };
        /** @description What is told of a model: all of :class:`Learned` but the classifier. */
        ModelSummary: {
            learner: string;
            position: number;
            remark: string;
            seconds: number;
            unheard: string[];
            why: string;
        };
        /** @description What a token is for. */
        NewToken: {
            name: string;
        };
        /** @description The caller's account; `sessions` counts the browsers that are signed in. */
        OwnAccount: {
            id: number;
            name: string;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer";
            sessions: number;
            /** Format: date-time */
            since: string;
        };
        /** @description The caller's lessons; `ids` has the entry behind each, by ``label:DOCUMENT``, ``word:TERM:CLASS`` and so on. */
        OwnLessons: {
            exclusions: {
                [key: string]: string[];
            };
            flags: {
                [key: string]: string;
            };
            ids: {
                [key: string]: string;
            };
            labels: {
                [key: string]: string;
            };
            not_a_reason: {
                [key: string]: (string | null)[];
            };
            rationales: {
                [key: string]: components["schemas"]["Rationale"][];
            };
            skips: string[];
            words: {
                [key: string]: {
                    [key: string]: number;
                };
            };
        };
        /** @description The seconds that a kind of lesson takes, and how many were measured. */
        Pace: {
            median: number;
            n: number;
        };
        /** @description Two teachers, Cohen's kappa, and on how many documents. */
        PairAgreement: {
            documents: number;
            kappa: number;
            teachers: [
                string,
                string
            ];
        };
        /** @description The password until now, and the one from now on. */
        PasswordChange: {
            new: string;
            old: string;
        };
        /** @description Somebody with an account; her lessons carry her name. */
        Person: {
            /** @default false */
            disabled: boolean;
            id: number;
            name: string;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer";
            seen: string | null;
            /** Format: date-time */
            since: string;
        };
        /** @description Another role, or whether the person is shut out. */
        PersonChange: {
            disabled?: boolean | null;
            role?: ("owner" | "teacher" | "viewer") | null;
        };
        /** @description What to do next. */
        Plan: {
            documents: number;
            /** @enum {string} */
            kind: "words" | "documents";
            why: string;
            words: number;
        };
        /** @description The model that a moment's teaching makes, on the held-out documents that have a label today. */
        Point: {
            accuracy: number;
            actions: number;
            checked: number;
            high: number;
            labels: number;
            low: number;
            macro_f1: number;
            minutes: number;
            position: number;
            rationales: number;
            right: number;
            words: number;
        };
        /** @description How teachers work. */
        Preferences: {
            /** @default 5 */
            batch: number;
            /**
             * @default design
             * @enum {string}
             */
            by: "design" | "entropy" | "margin" | "least_confidence" | "random";
            /** @default 0.1 */
            checks: number;
            /**
             * @default auto
             * @enum {string}
             */
            direction: "auto" | "ltr" | "rtl";
            /**
             * @default after
             * @enum {string}
             */
            guess: "after" | "before" | "never";
            /**
             * @default always
             * @enum {string}
             */
            highlights: "always" | "half" | "rare" | "never";
            /** @default 0 */
            overlap: number;
            /** @default 10 */
            words: number;
        };
        /** @description A row of the file: a document, or a lesson in words. */
        PreviewRow: {
            id: string | null;
            label: string | null;
            text: string;
        };
        /** @description How teaching goes; while points are `missing`, asking again brings more of them. */
        ProgressNow: {
            advice: components["schemas"]["Advice"];
            agreement: components["schemas"]["AgreementNow"];
            balance: components["schemas"]["Balance"];
            baseline: components["schemas"]["Point"][] | null;
            curve: components["schemas"]["Point"][];
            dualist: {
                [key: string]: number;
            };
            highlights: components["schemas"]["RationaleCounts"];
            missing: number;
            seconds: {
                [key: string]: components["schemas"]["Pace"];
            };
            teachers: components["schemas"]["TeacherStatus"][];
        };
        /** @description A project in a list. */
        ProjectListed: {
            classes: string[];
            documents: number;
            name: string;
        };
        /** @description A project and its newest model; `fresh` says that a newer one waits than the caller has seen questions of. */
        ProjectNow: {
            accuracy: components["schemas"]["Accuracy"] | null;
            address: string | null;
            advice: components["schemas"]["Advice"];
            behind: number;
            classes: string[];
            cold: components["schemas"]["ColdStart"] | null;
            counts: components["schemas"]["LessonCounts"];
            documents: number;
            fresh: boolean;
            guidelines_version: number;
            held_out: number;
            model: components["schemas"]["ModelSummary"] | null;
            name: string;
            position: number;
            rest: string | null;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer";
            settings: components["schemas"]["Preferences"];
            teacher: string;
        };
        /** @description Questions for one teacher; a batch stays as it is until the next one is asked for. */
        QuestionBatch: {
            any: components["schemas"]["AskedTerm"][];
            batch: string;
            cold: components["schemas"]["ColdStart"] | null;
            documents: components["schemas"]["BatchDocument"][];
            model: components["schemas"]["ModelSummary"] | null;
            note: string;
            plan: components["schemas"]["Plan"] | null;
            position: number;
            wordless: string[];
            words: {
                [key: string]: components["schemas"]["AskedTerm"][];
            };
        };
        /** @description This passage of the document, from code point `start` up to but not including `end`, is why it is that class. */
        Rationale: {
            class: string;
            document: string;
            end: number;
            id: string;
            seconds: number | null;
            start: number;
            /** @default teacher */
            teacher: string;
            /** Format: date-time */
            time: string;
        };
        /** @description How far the rationales of the first of two teachers are the other's too: exactly, by overlap, and by tokens. */
        RationaleAgreement: {
            documents: number;
            kappa: number;
            overlap_f1: number;
            same: number;
            teachers: [
                string,
                string
            ];
            token_f1: number;
        };
        /** @description How many rationales there are; `counts` has the number of documents by their number of rationales. */
        RationaleCounts: {
            counts: {
                [key: string]: number;
            };
            passages: number;
            per_document: number;
        };
        /** @description How to read the file; what is left out is found out. */
        ReadingOptions: {
            encoding?: string | null;
            format?: string | null;
            roles?: {
                [key: string]: string;
            } | null;
        };
        /** @description Documents in the order they were added. */
        RecordDocuments: {
            documents: components["schemas"]["Document"][];
        };
        /** @description Entries in the record's form, and how many there are of them and of documents. */
        RecordPage: {
            documents: number;
            entries: {
                [key: string]: unknown;
            }[];
            position: number;
        };
        /** @description A class and its new name. */
        Rename: {
            class: string;
            to: string;
        };
        /** @description How many entries it would take to go back. */
        RestoreCost: {
            entries: number;
        };
        /** @description How many entries it took, and how long the record is now. */
        Restored: {
            entries: number;
            position: number;
        };
        /** @description How many entries should count as they did when there were no others. */
        RestoreTo: {
            position: number;
        };
        /** @description A retraction that counts: the id by which it can be taken back itself, and whose it is. */
        Retraction: {
            id: string;
            teacher: string;
        };
        /** @description A rule of a list: the first that holds decides. */
        RuleLearned: {
            class: string;
            decides: number;
            example: string | null;
            literals: [
                string,
                boolean
            ][];
            mistakes: string[];
            text: string;
        };
        /** @description Rules in the order in which they are tried; the last always holds. */
        RuleList: {
            in_use: boolean;
            learner: string | null;
            rules: components["schemas"]["RuleLearned"][];
        };
        /** @description How many documents came. */
        SampleAdded: {
            documents: number;
        };
        /** @description What a page asks first: the caller (null for nobody), whether there are accounts, and the projects. */
        SessionNow: {
            projects: components["schemas"]["ProjectListed"][];
            study: components["schemas"]["TrialNow"] | null;
            team: boolean;
            user: components["schemas"]["Caller"] | null;
            version: string;
        };
        /** @description Settings to change; those that are left out stay as they are. */
        SettingsChange: {
            batch?: number | null;
            by?: string | null;
            checks?: number | null;
            direction?: string | null;
            guess?: string | null;
            highlights?: string | null;
            overlap?: number | null;
            words?: number | null;
        };
        /** @description Who is signed in now. */
        SignedIn: {
            user: components["schemas"]["Caller"];
        };
        /** @description A name and its password. */
        SignIn: {
            name: string;
            password: string;
        };
        /** @description A labelled document that another one is like. */
        SimilarDocument: {
            id: string;
            label: string | null;
            text: string;
        };
        /** @description A language whose stop words are left out, or how many words of one's own; and the languages that have a list. */
        StopWords: {
            language: string | null;
            languages: string[];
            own: number;
        };
        /** @description What a trial would be measured by: documents whose class is known, those of them that test, and `doubts`. */
        StudyBasis: {
            documents: number;
            doubts: string[];
            sentence: string;
            test: number;
        };
        /** @description A passage, in code points, and how much speaks for it: 1 is the most. */
        SuggestedRationale: {
            end: number;
            score: number;
            start: number;
        };
        /** @description Passages that a teacher would likely highlight, in the order of the text. */
        SuggestedRationales: {
            spans: components["schemas"]["SuggestedRationale"][];
        };
        /** @description What an act wrote: how many documents, which classes, how many lessons of each kind. */
        Summary: {
            classes: string[];
            documents: number;
            /** @default true */
            is_import: boolean;
            lessons: {
                [key: string]: number;
            };
        };
        /** @description What goes when an import is taken back; `others` counts the lessons that sleep with its documents. */
        TakenBack: {
            classes: string[];
            documents: number;
            entries: number;
            lessons: number;
            others: number;
        };
        /** @description A word that was taught, or rejected. */
        TaughtWord: {
            by: string[];
            class: string | null;
            documents: number;
            strength: number;
            term: string;
            weight: number | null;
        };
        /** @description A teacher, how many lessons she taught that count, and the seconds they took where that was measured. */
        TeacherStatus: {
            lessons: number;
            name: string;
            seconds: number;
        };
        /** @description A term that exactly one of two documents has: whether it is the first, and how many documents have it. */
        TellingTerm: {
            documents: number;
            present: boolean;
            term: string;
        };
        /** @description A new token with its text, which is shown only now. */
        TokenMade: {
            id: number;
            /** Format: date-time */
            made: string;
            name: string;
            person: string;
            token: string;
            used: string | null;
        };
        /** @description A trial to begin. */
        TrialIn: {
            /** @enum {string} */
            condition: "dual" | "documents" | "passive";
            /** @default 6 */
            minutes?: number;
            subject: string;
        };
        /** @description A trial, and how long it goes on. */
        TrialNow: {
            /** @enum {string} */
            condition: "dual" | "documents" | "passive";
            id: string;
            minutes: number;
            project: string;
            rounds: number;
            running: boolean;
            seconds_left: number;
            started: string;
            subject: string;
        };
        /** @description A typed word as a term and whether a document has it; where it is no term, `why`. */
        TypedTerm: {
            found: boolean;
            term: string | null;
            why: string;
        };
        /** @description A file that was sent, and what it was taken for. */
        Uploaded: {
            preview: components["schemas"]["UploadPreview"];
            upload: string;
        };
        /** @description What a file was taken for; nothing has been imported. */
        UploadPreview: {
            bad_rows: number;
            blank: number;
            columns: string[];
            documents: number;
            doubts: string[];
            encoding: string;
            format: string;
            new_class_count: number;
            new_classes: string[];
            problems: string[];
            roles: {
                [key: string]: string;
            };
            rows: components["schemas"]["PreviewRow"][];
            whole: boolean;
        };
        /** @description A hyper-explanation: its case in the paper, what it means, what to do about it, and the lessons that would. */
        WhyNotAdvice: {
            /** @enum {string} */
            case: "1a" | "1b" | "1c" | "2" | "3";
            lessons: {
                [key: string]: unknown;
            }[];
            neighbours: components["schemas"]["LabelledNeighbour"][];
            sentence: string;
            what_to_do: string;
        };
        /** @description Passages (in code points) or terms to leave out. */
        Without: {
            /** @default [] */
            remove?: number[][];
            /** @default [] */
            terms?: string[];
        };
        /** @description Words to teach or to reject: for each class, and for any class; `wordless` are the classes without a word. */
        WordQuestions: {
            any: components["schemas"]["AskedTerm"][];
            wordless: string[];
            words: {
                [key: string]: components["schemas"]["AskedTerm"][];
            };
        };
        /** @description Words whose removal changes the class: which class it becomes, where they stand, and the order of removal. */
        WordSet: {
            order: string[];
            spans: [
                number,
                number
            ][];
            to: string;
            words: string[];
        };
        /** @description Lists of words that the teacher has seen, and how many words a list the next ones shall have. */
        WordsSeen: {
            any?: string[];
            n?: number | null;
            words?: {
                [key: string]: string[];
            };
        };
        /** @description The positions of the new entries in the record, and how long it is now. */
        Written: {
            position: number;
            positions: number[];
        };
        /** @description A labelled document that is taken for something else. */
        WrongDocument: {
            id: string;
            label: string;
            predicted: string;
            snippet: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Accept = components['schemas']['Accept'];
export type Accuracy = components['schemas']['Accuracy'];
export type Advice = components['schemas']['Advice'];
export type AgreementNow = components['schemas']['AgreementNow'];
export type ApiToken = components['schemas']['ApiToken'];
export type AskedTerm = components['schemas']['AskedTerm'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditPage = components['schemas']['AuditPage'];
export type Balance = components['schemas']['Balance'];
export type BatchDocument = components['schemas']['BatchDocument'];
export type Caller = components['schemas']['Caller'];
export type ClassChange = components['schemas']['ClassChange'];
export type ClassesNow = components['schemas']['ClassesNow'];
export type ColdStart = components['schemas']['ColdStart'];
export type Comparison = components['schemas']['Comparison'];
export type ConfusionMatrix = components['schemas']['ConfusionMatrix'];
export type DecidingRule = components['schemas']['DecidingRule'];
export type Disagreement = components['schemas']['Disagreement'];
export type Document = components['schemas']['Document'];
export type DocumentDetails = components['schemas']['DocumentDetails'];
export type DocumentPage = components['schemas']['DocumentPage'];
export type DoubtfulLabel = components['schemas']['DoubtfulLabel'];
export type DoubtfulLabels = components['schemas']['DoubtfulLabels'];
export type ErrorAnswer = components['schemas']['ErrorAnswer'];
export type ErrorDetails = components['schemas']['ErrorDetails'];
export type Errors = components['schemas']['Errors'];
export type ExplainedDocument = components['schemas']['ExplainedDocument'];
export type ExportOffered = components['schemas']['ExportOffered'];
export type ExportSample = components['schemas']['ExportSample'];
export type Flag = components['schemas']['Flag'];
export type FoundDocuments = components['schemas']['FoundDocuments'];
export type Guess = components['schemas']['Guess'];
export type Guidelines = components['schemas']['Guidelines'];
export type GuidelinesIn = components['schemas']['GuidelinesIn'];
export type HistoryEntry = components['schemas']['HistoryEntry'];
export type HistoryPage = components['schemas']['HistoryPage'];
export type HoldOut = components['schemas']['HoldOut'];
export type ImportIn = components['schemas']['ImportIn'];
export type ImportJob = components['schemas']['ImportJob'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationMade = components['schemas']['InvitationMade'];
export type InvitationSeen = components['schemas']['InvitationSeen'];
export type Invite = components['schemas']['Invite'];
export type LabelledNeighbour = components['schemas']['LabelledNeighbour'];
export type Learn = components['schemas']['Learn'];
export type LeaveOut = components['schemas']['LeaveOut'];
export type LessonCounts = components['schemas']['LessonCounts'];
export type LessonIn = components['schemas']['LessonIn'];
export type LessonsIn = components['schemas']['LessonsIn'];
export type ListedDocument = components['schemas']['ListedDocument'];
export type Look = components['schemas']['Look'];
export type Merge = components['schemas']['Merge'];
export type ModelListed = components['schemas']['ModelListed'];
export type ModelSummary = components['schemas']['ModelSummary'];
export type NewToken = components['schemas']['NewToken'];
export type OwnAccount = components['schemas']['OwnAccount'];
export type OwnLessons = components['schemas']['OwnLessons'];
export type Pace = components['schemas']['Pace'];
export type PairAgreement = components['schemas']['PairAgreement'];
export type PasswordChange = components['schemas']['PasswordChange'];
export type Person = components['schemas']['Person'];
export type PersonChange = components['schemas']['PersonChange'];
export type Plan = components['schemas']['Plan'];
export type Point = components['schemas']['Point'];
export type Preferences = components['schemas']['Preferences'];
export type PreviewRow = components['schemas']['PreviewRow'];
export type ProgressNow = components['schemas']['ProgressNow'];
export type ProjectListed = components['schemas']['ProjectListed'];
export type ProjectNow = components['schemas']['ProjectNow'];
export type QuestionBatch = components['schemas']['QuestionBatch'];
export type Rationale = components['schemas']['Rationale'];
export type RationaleAgreement = components['schemas']['RationaleAgreement'];
export type RationaleCounts = components['schemas']['RationaleCounts'];
export type ReadingOptions = components['schemas']['ReadingOptions'];
export type RecordDocuments = components['schemas']['RecordDocuments'];
export type RecordPage = components['schemas']['RecordPage'];
export type Rename = components['schemas']['Rename'];
export type RestoreCost = components['schemas']['RestoreCost'];
export type Restored = components['schemas']['Restored'];
export type RestoreTo = components['schemas']['RestoreTo'];
export type Retraction = components['schemas']['Retraction'];
export type RuleLearned = components['schemas']['RuleLearned'];
export type RuleList = components['schemas']['RuleList'];
export type SampleAdded = components['schemas']['SampleAdded'];
export type SessionNow = components['schemas']['SessionNow'];
export type SettingsChange = components['schemas']['SettingsChange'];
export type SignedIn = components['schemas']['SignedIn'];
export type SignIn = components['schemas']['SignIn'];
export type SimilarDocument = components['schemas']['SimilarDocument'];
export type StopWords = components['schemas']['StopWords'];
export type StudyBasis = components['schemas']['StudyBasis'];
export type SuggestedRationale = components['schemas']['SuggestedRationale'];
export type SuggestedRationales = components['schemas']['SuggestedRationales'];
export type Summary = components['schemas']['Summary'];
export type TakenBack = components['schemas']['TakenBack'];
export type TaughtWord = components['schemas']['TaughtWord'];
export type TeacherStatus = components['schemas']['TeacherStatus'];
export type TellingTerm = components['schemas']['TellingTerm'];
export type TokenMade = components['schemas']['TokenMade'];
export type TrialIn = components['schemas']['TrialIn'];
export type TrialNow = components['schemas']['TrialNow'];
export type TypedTerm = components['schemas']['TypedTerm'];
export type Uploaded = components['schemas']['Uploaded'];
export type UploadPreview = components['schemas']['UploadPreview'];
export type WhyNotAdvice = components['schemas']['WhyNotAdvice'];
export type Without = components['schemas']['Without'];
export type WordQuestions = components['schemas']['WordQuestions'];
export type WordSet = components['schemas']['WordSet'];
export type WordsSeen = components['schemas']['WordsSeen'];
export type Written = components['schemas']['Written'];
export type WrongDocument = components['schemas']['WrongDocument'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
