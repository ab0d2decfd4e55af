// The shapes of requests and answers, written from the server's OpenAPI document by `make api-types`: do not edit.

export interface components {
    schemas: {
        Accuracy: {
            checked: number;
            high: number;
            low: number;
            right: number;
        };
        ActDone: {
            documents: number;
            position: number;
        };
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
        AgreementNow: {
            blind: components["schemas"]["BlindAgreement"] | null;
            disagreements: components["schemas"]["Disagreement"][];
            documents: number;
            fleiss: number | null;
            krippendorff: number | null;
            pairs: components["schemas"]["PairAgreement"][];
            passages: components["schemas"]["RationaleAgreement"][];
        };
        AnswerEvidence: {
            answers: number;
            calibration: components["schemas"]["Calibration"][];
            classes: string[];
            drawn: number;
            expected: number[][];
            measured: number[][];
        };
        ApiToken: {
            expires: string | null;
            id: number;
            /** Format: date-time */
            made: string;
            name: string;
            person: string;
            project: string | null;
            /** @enum {string} */
            scope: "read" | "teach" | "own";
            used: string | null;
        };
        AskedTerm: {
            /** @default 0 */
            documents: number;
            term: string;
            why: string;
        };
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
        AuditPage: {
            entries: components["schemas"]["AuditEntry"][];
            next: number | null;
        };
        Balance: {
            labels: {
                [key: string]: number;
            };
            words: {
                [key: string]: number;
            };
        };
        BatchDocument: {
            alike: string[];
            check: boolean;
            /** @default [] */
            fields: components["schemas"]["ShownField"][];
            guess: components["schemas"]["Guess"] | null;
            highlight: boolean;
            id: string;
            /** @enum {string} */
            reason: "unsure" | "check" | "cold" | "second";
            text: string;
            why: string;
        };
        Because: {
            lessons: {
                [key: string]: number;
            };
            taught: components["schemas"]["TaughtBetween"][];
            words: [
                string,
                string | null,
                string
            ][];
        };
        BlindAgreement: {
            agreed: number;
            documents: number;
            high: number;
            krippendorff: number;
            low: number;
        };
        Calibration: {
            answers: number;
            high: number;
            low: number;
            right: number;
            sure: number;
        };
        Caller: {
            name: string;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer";
        };
        ChangedDocument: {
            from: string;
            id: string;
            snippet: string;
            to: string;
        };
        Changes: {
            accuracy: components["schemas"]["Estimate"] | null;
            accuracy_before: components["schemas"]["Estimate"] | null;
            because: components["schemas"]["Because"];
            changed: number;
            documents: number;
            listed: components["schemas"]["ChangedDocument"][];
            model: number;
            moves: components["schemas"]["Move"][];
            recall: components["schemas"]["RecallChange"][];
            since: number;
        };
        ClassColumn: {
            documents: number;
            name: string;
            values: string[];
        };
        ClassDescription: {
            class: string;
            lesson: string;
            sentences: components["schemas"]["DescribedSentence"][];
            teacher: string;
            text: string;
        };
        ClassesNow: {
            archived: string[];
            classes: string[];
            rest: string | null;
        };
        ClassifiedText: {
            class: string;
            known: boolean;
            probabilities: {
                [key: string]: number;
            };
            probability: number;
            reasons: string[];
        };
        ClassifyJob: {
            file: string;
            job: string;
        };
        ClassQuality: {
            documents: components["schemas"]["Estimate"];
            name: string;
            precision: components["schemas"]["Estimate"] | null;
            recall: components["schemas"]["Estimate"];
        };
        ClassQuestion: {
            like: string | null;
            name: string;
        };
        ColdStart: {
            needs: string[];
        };
        Comparison: {
            features: components["schemas"]["TellingTerm"][];
            similar: components["schemas"]["SimilarDocument"] | null;
        };
        ConfusionMatrix: {
            classes: string[];
            counts: number[][];
        };
        ContradictedWord: {
            class: string;
            others: number;
            own: number;
            term: string;
        };
        DecidingRule: {
            example: string | null;
            text: string;
        };
        DescribedSentence: {
            excluded: boolean;
            terms: components["schemas"]["DescribedTerm"][];
            text: string;
        };
        DescribedTerm: {
            documents: number;
            strength: number;
            term: string;
            /** @enum {string} */
            use: "word" | "taught" | "shared" | "everywhere" | "rare" | "unknown";
        };
        Disagreement: {
            document: string;
            said: {
                [key: string]: string;
            };
            /** @default false */
            settled: boolean;
        };
        Dispute: {
            id: string;
            rationales: components["schemas"]["Rationale"][];
            said: {
                [key: string]: string;
            };
            text: string;
            with_machine: boolean;
        };
        Disputes: {
            alpha: number | null;
            blind: components["schemas"]["BlindAgreement"] | null;
            compared: number;
            high: number | null;
            low: number | null;
            queue: components["schemas"]["Dispute"][];
            settled: number;
            talk: components["schemas"]["TalkingPoint"][];
            teachers: components["schemas"]["TeacherReliability"][];
        };
        DocumentDetails: {
            /** @default [] */
            fields: components["schemas"]["ShownField"][];
            final: string | null;
            flags: components["schemas"]["Flag"][];
            guess: components["schemas"]["Guess"] | null;
            held_out: boolean;
            id: string;
            labels: {
                [key: string]: string;
            };
            model: number | null;
            rationales: components["schemas"]["Rationale"][];
            text: string;
        };
        DocumentPage: {
            documents: components["schemas"]["ListedDocument"][];
            /** @default [] */
            fields: string[];
            next: string | null;
            total: number;
        };
        DoubtfulLabel: {
            id: string;
            label: string;
            score: number;
            snippet: string;
            suggested: string;
            why: string;
        };
        DoubtfulLabels: {
            labels: components["schemas"]["DoubtfulLabel"][];
            missing: number;
        };
        EncoderNow: {
            encoder: components["schemas"]["EncoderStatus"] | null;
        };
        EncoderStatus: {
            encoded: number;
            fingerprint: string;
            is_additive: boolean;
            name: string;
            problem: string;
            size: number;
            texts: number;
        };
        Errors: {
            documents: components["schemas"]["WrongDocument"][];
            how: string;
            matrix: components["schemas"]["ConfusionMatrix"];
            missing: number;
            of: number;
            wrong: number;
        };
        Estimate: {
            high: number;
            low: number;
            value: number;
        };
        ExpectedPoint: {
            accuracy: number;
            actions: number;
            high: number;
            low: number;
            minutes: number;
            position: number;
        };
        ExplainedDocument: {
            class: string;
            curve: number[];
            /** @enum {string} */
            kind: "words" | "none" | "rule";
            /** @default 0 */
            model: number;
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
            without: components["schemas"]["Guess"] | null;
            words: string[];
        };
        ExportOffered: {
            about: string;
            available: boolean;
            name: string;
            suffix: string;
            what: string[];
            why_not: string | null;
        };
        Facet: {
            field: string;
            values: components["schemas"]["FacetValue"][];
        };
        FacetValue: {
            accuracy: number;
            checked: number;
            high: number;
            low: number;
            right: number;
            value: string | null;
        };
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
        Guess: {
            class: string;
            probabilities: {
                [key: string]: number;
            };
        };
        Guidelines: {
            teacher: string | null;
            /** @default  */
            text: string;
            time: string | null;
            /** @default 0 */
            version: number;
        };
        HistoryEntry: {
            about: {
                [key: string]: unknown;
            } | null;
            act: components["schemas"]["Summary"] | null;
            active: boolean;
            again: boolean;
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
        HistoryPage: {
            entries: components["schemas"]["HistoryEntry"][];
            next: number | null;
            position: number;
            teachers: string[];
        };
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
            role: "owner" | "teacher" | "viewer" | "none";
            roles: {
                [key: string]: "owner" | "teacher" | "viewer" | "none";
            };
        };
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
            role: "owner" | "teacher" | "viewer" | "none";
            roles: {
                [key: string]: "owner" | "teacher" | "viewer" | "none";
            };
        };
        InvitationSeen: {
            /** Format: date-time */
            expires: string;
            known: boolean;
            name: string | null;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer" | "none";
            roles: {
                [key: string]: "owner" | "teacher" | "viewer" | "none";
            };
        };
        LabelledNeighbour: {
            id: string;
            label: string;
            snippet: string;
        };
        LessonCounts: {
            flags: number;
            labels: number;
            rationales: number;
            skips: number;
            words: number;
        };
        LessonEffect: {
            accuracy: components["schemas"]["Estimate"] | null;
            changed: number;
            documents: number;
            lessons: number;
            listed: components["schemas"]["ChangedDocument"][];
            model: number;
            moves: components["schemas"]["Move"][];
            what: string;
            without: components["schemas"]["Estimate"] | null;
        };
        LessonIn: {
            class?: string | null;
            document?: string | null;
            end?: number | null;
            id: string;
            /** @enum {string} */
            kind: "label" | "exclude" | "skip" | "word" | "not_a_reason" | "rationale" | "distinction" | "describe" | "flag" | "adjudicate" | "retract";
            lesson?: string | null;
            note?: string | null;
            present?: boolean | null;
            seconds?: number | null;
            start?: number | null;
            strength?: number | null;
            teacher?: string | null;
            term?: string | null;
            text?: string | null;
            time?: string | null;
            /** @default 1 */
            v?: number;
            versus?: string | null;
        };
        ListedDocument: {
            disputed: boolean;
            /** @default [] */
            fields: components["schemas"]["ShownField"][];
            flagged: boolean;
            guess: components["schemas"]["Guess"] | null;
            id: string;
            label: string | null;
            skipped: boolean;
            snippet: string;
        };
        ModelListed: {
            accuracy: components["schemas"]["Accuracy"] | null;
            card: string;
            learner: string;
            name: string;
            position: number;
            seconds: number;
        };
        ModelSummary: {
            learner: string;
            /** @default 0 */
            number: number;
            position: number;
            remark: string;
            seconds: number;
            unheard: string[];
            why: string;
        };
        Move: {
            documents: number;
            from: string;
            to: string;
        };
        NameWord: {
            class: string;
            documents: number;
            term: string;
        };
        OwnLessons: {
            descriptions: {
                [key: string]: string;
            };
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
        Pace: {
            median: number;
            n: number;
        };
        PairAgreement: {
            documents: number;
            kappa: number;
            teachers: [
                string,
                string
            ];
        };
        Person: {
            /** @default false */
            disabled: boolean;
            id: number;
            name: string;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer" | "none";
            roles: {
                [key: string]: "owner" | "teacher" | "viewer" | "none";
            };
            seen: string | null;
            /** Format: date-time */
            since: string;
        };
        Plan: {
            documents: number;
            /** @enum {string} */
            kind: "words" | "documents";
            why: string;
            words: number;
        };
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
            /**
             * @default weighed
             * @enum {string}
             */
            machines: "weighed" | "ignored";
            /** @default 0 */
            overlap: number;
            /** @default 10 */
            words: number;
        };
        PreviewRow: {
            id: string | null;
            label: string | null;
            text: string;
        };
        ProgressNow: {
            advice: components["schemas"]["Advice"];
            agreement: components["schemas"]["AgreementNow"];
            balance: components["schemas"]["Balance"];
            baseline: components["schemas"]["Point"][] | null;
            contradicted: components["schemas"]["ContradictedWord"][];
            curve: components["schemas"]["Point"][];
            dualist: {
                [key: string]: number;
            };
            evidence: components["schemas"]["AnswerEvidence"] | null;
            expected: components["schemas"]["ExpectedPoint"][];
            highlights: components["schemas"]["RationaleCounts"];
            missing: number;
            quality: components["schemas"]["Quality"] | null;
            seconds: {
                [key: string]: components["schemas"]["Pace"];
            };
            teachers: components["schemas"]["TeacherStatus"][];
        };
        ProjectListed: {
            classes: string[];
            documents: number;
            name: string;
        };
        ProjectNow: {
            accuracy: components["schemas"]["Accuracy"] | null;
            address: string | null;
            advice: components["schemas"]["Advice"];
            behind: number;
            class_numbers: {
                [key: string]: number;
            };
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
            quality: components["schemas"]["Quality"] | null;
            rest: string | null;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer";
            settings: components["schemas"]["Preferences"];
            teacher: string;
        };
        ProviderAddress: {
            address: string;
        };
        Quality: {
            accuracy: components["schemas"]["Estimate"];
            answers: number;
            basis: string;
            classes: components["schemas"]["ClassQuality"][];
            drawn: number;
        };
        QuestionBatch: {
            any: components["schemas"]["AskedTerm"][];
            batch: string;
            cold: components["schemas"]["ColdStart"] | null;
            documents: components["schemas"]["BatchDocument"][];
            model: components["schemas"]["ModelSummary"] | null;
            note: string;
            plan: components["schemas"]["Plan"] | null;
            position: number;
            /** @default false */
            unread: boolean;
            wordless: string[];
            words: {
                [key: string]: components["schemas"]["AskedTerm"][];
            };
        };
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
        RationaleCounts: {
            counts: {
                [key: string]: number;
            };
            passages: number;
            per_document: number;
        };
        RecallChange: {
            before: components["schemas"]["Estimate"];
            by: number;
            class: string;
            now: components["schemas"]["Estimate"];
        };
        Retraction: {
            id: string;
            teacher: string;
        };
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
        RuleList: {
            in_use: boolean;
            learner: string | null;
            rules: components["schemas"]["RuleLearned"][];
        };
        Selection: {
            documents: string[];
            labelled: string[];
        };
        SessionNow: {
            projects: components["schemas"]["ProjectListed"][];
            provider: string | null;
            study: components["schemas"]["TrialNow"] | null;
            team: boolean;
            user: components["schemas"]["Caller"] | null;
            version: string;
        };
        ShownField: {
            /** @enum {string} */
            kind: "text" | "number" | "date" | "boolean" | "list";
            name: string;
            value: string | number | boolean | (string | number | boolean)[];
        };
        SimilarDocument: {
            id: string;
            label: string | null;
            text: string;
        };
        StopWords: {
            language: string | null;
            languages: string[];
            own: number;
        };
        StudyBasis: {
            documents: number;
            doubts: string[];
            sentence: string;
            test: number;
        };
        Summary: {
            /** @default false */
            at_once: boolean;
            classes: string[];
            documents: number;
            /** @default true */
            is_import: boolean;
            lessons: {
                [key: string]: number;
            };
        };
        TakenBack: {
            classes: string[];
            documents: number;
            entries: number;
            lessons: number;
            others: number;
        };
        TalkingPoint: {
            classes: [
                string,
                string
            ];
            documents: string[];
            sides: {
                [key: string]: string;
            };
            times: number;
            words: string[];
        };
        TaughtBetween: {
            class: string | null;
            document: string | null;
            id: string;
            kind: string;
            teacher: string;
            term: string | null;
        };
        TaughtWord: {
            by: string[];
            class: string | null;
            documents: number;
            strength: number;
            term: string;
            weight: number | null;
        };
        TeacherReliability: {
            compared: number;
            high: number;
            is_person: boolean;
            labels: number;
            low: number;
            name: string;
            right: number;
        };
        TeacherStatus: {
            lessons: number;
            name: string;
            seconds: number;
        };
        TellingTerm: {
            documents: number;
            present: boolean;
            term: string;
        };
        TermInContext: {
            after: string;
            before: string;
            document: string;
            term: string;
        };
        TokenMade: {
            expires: string | null;
            id: number;
            /** Format: date-time */
            made: string;
            name: string;
            person: string;
            project: string | null;
            /** @enum {string} */
            scope: "read" | "teach" | "own";
            token: string;
            used: string | null;
        };
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
        TypedTerm: {
            /** @default  */
            advice: string;
            /** @default 0 */
            documents: number;
            /** @default [] */
            examples: components["schemas"]["TermInContext"][];
            found: boolean;
            term: string | null;
            why: string;
        };
        Uploaded: {
            preview: components["schemas"]["UploadPreview"];
            upload: string;
        };
        UploadPreview: {
            bad_rows: number;
            blank: number;
            class_questions: components["schemas"]["ClassQuestion"][];
            columns: string[];
            controls: {
                [key: string]: string;
            };
            documents: number;
            doubts: string[];
            encoding: string;
            fields: {
                [key: string]: "text" | "number" | "date" | "boolean" | "list";
            };
            format: string;
            machines: {
                [key: string]: number;
            };
            new_class_count: number;
            new_classes: string[];
            not_taken: {
                [key: string]: number;
            };
            only_class: string | null;
            problems: string[];
            roles: {
                [key: string]: string;
            };
            rows: components["schemas"]["PreviewRow"][];
            several: number;
            sheets: string[];
            texts: string[];
            whole: boolean;
        };
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
        WordQuestions: {
            any: components["schemas"]["AskedTerm"][];
            wordless: string[];
            words: {
                [key: string]: components["schemas"]["AskedTerm"][];
            };
        };
        WordSet: {
            order: string[];
            spans: [
                number,
                number
            ][];
            to: string;
            words: string[];
        };
        WrongDocument: {
            id: string;
            label: string;
            predicted: string;
            snippet: string;
        };
    };
}
export type Accuracy = components['schemas']['Accuracy'];
export type ActDone = components['schemas']['ActDone'];
export type AgreementNow = components['schemas']['AgreementNow'];
export type AnswerEvidence = components['schemas']['AnswerEvidence'];
export type ApiToken = components['schemas']['ApiToken'];
export type AskedTerm = components['schemas']['AskedTerm'];
export type AuditPage = components['schemas']['AuditPage'];
export type BatchDocument = components['schemas']['BatchDocument'];
export type Because = components['schemas']['Because'];
export type Changes = components['schemas']['Changes'];
export type ClassColumn = components['schemas']['ClassColumn'];
export type ClassDescription = components['schemas']['ClassDescription'];
export type ClassesNow = components['schemas']['ClassesNow'];
export type ClassifiedText = components['schemas']['ClassifiedText'];
export type ClassifyJob = components['schemas']['ClassifyJob'];
export type ClassQuality = components['schemas']['ClassQuality'];
export type ClassQuestion = components['schemas']['ClassQuestion'];
export type Comparison = components['schemas']['Comparison'];
export type ConfusionMatrix = components['schemas']['ConfusionMatrix'];
export type DescribedSentence = components['schemas']['DescribedSentence'];
export type Dispute = components['schemas']['Dispute'];
export type Disputes = components['schemas']['Disputes'];
export type DocumentDetails = components['schemas']['DocumentDetails'];
export type DocumentPage = components['schemas']['DocumentPage'];
export type DoubtfulLabels = components['schemas']['DoubtfulLabels'];
export type EncoderNow = components['schemas']['EncoderNow'];
export type EncoderStatus = components['schemas']['EncoderStatus'];
export type Errors = components['schemas']['Errors'];
export type Estimate = components['schemas']['Estimate'];
export type ExpectedPoint = components['schemas']['ExpectedPoint'];
export type ExplainedDocument = components['schemas']['ExplainedDocument'];
export type ExportOffered = components['schemas']['ExportOffered'];
export type Facet = components['schemas']['Facet'];
export type Guess = components['schemas']['Guess'];
export type Guidelines = components['schemas']['Guidelines'];
export type HistoryEntry = components['schemas']['HistoryEntry'];
export type HistoryPage = components['schemas']['HistoryPage'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationMade = components['schemas']['InvitationMade'];
export type InvitationSeen = components['schemas']['InvitationSeen'];
export type LessonCounts = components['schemas']['LessonCounts'];
export type LessonEffect = components['schemas']['LessonEffect'];
export type LessonIn = components['schemas']['LessonIn'];
export type ListedDocument = components['schemas']['ListedDocument'];
export type ModelListed = components['schemas']['ModelListed'];
export type NameWord = components['schemas']['NameWord'];
export type OwnLessons = components['schemas']['OwnLessons'];
export type Person = components['schemas']['Person'];
export type Point = components['schemas']['Point'];
export type Preferences = components['schemas']['Preferences'];
export type ProgressNow = components['schemas']['ProgressNow'];
export type ProjectNow = components['schemas']['ProjectNow'];
export type ProviderAddress = components['schemas']['ProviderAddress'];
export type Quality = components['schemas']['Quality'];
export type QuestionBatch = components['schemas']['QuestionBatch'];
export type RuleLearned = components['schemas']['RuleLearned'];
export type RuleList = components['schemas']['RuleList'];
export type Selection = components['schemas']['Selection'];
export type SessionNow = components['schemas']['SessionNow'];
export type ShownField = components['schemas']['ShownField'];
export type StopWords = components['schemas']['StopWords'];
export type StudyBasis = components['schemas']['StudyBasis'];
export type Summary = components['schemas']['Summary'];
export type TakenBack = components['schemas']['TakenBack'];
export type TaughtBetween = components['schemas']['TaughtBetween'];
export type TaughtWord = components['schemas']['TaughtWord'];
export type TeacherStatus = components['schemas']['TeacherStatus'];
export type TellingTerm = components['schemas']['TellingTerm'];
export type TokenMade = components['schemas']['TokenMade'];
export type TrialNow = components['schemas']['TrialNow'];
export type TypedTerm = components['schemas']['TypedTerm'];
export type Uploaded = components['schemas']['Uploaded'];
export type UploadPreview = components['schemas']['UploadPreview'];
export type WhyNotAdvice = components['schemas']['WhyNotAdvice'];
export type WordQuestions = components['schemas']['WordQuestions'];
