// The shapes of requests and answers, written from the server's OpenAPI document by `make api-types`: do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Accept: {
            key: string;
            name?: string | null;
            password: string;
        };
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
        ActIn: {
            documents: string[];
            flag?: string | null;
            label?: string | null;
            /** @default false */
            set_aside?: boolean;
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
        Begin: {
            key?: string | null;
            name?: string | null;
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
        ClassChange: {
            add?: string[] | null;
            archive?: string | null;
            bring_back?: string | null;
            from_column?: string | null;
            merge?: components["schemas"]["Merge"] | null;
            rename?: components["schemas"]["Rename"] | null;
            rest?: string | null;
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
        EncoderChoice: {
            encoder: string | null;
            /** @default false */
            fetch?: boolean;
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
        Erased: {
            document: string;
            position: number;
        };
        Erasure: {
            /** @default false */
            keep_lessons?: boolean;
        };
        ErrorAnswer: {
            error: components["schemas"]["ErrorDetails"];
        };
        ErrorDetails: {
            detail: {
                [key: string]: unknown;
            };
            kind: string;
            message: string;
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
        ExportSample: {
            text: string;
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
        FoundDocuments: {
            documents: string[];
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
        GuidelinesIn: {
            text: string;
            version: number;
        };
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
        HistoryPage: {
            entries: components["schemas"]["HistoryEntry"][];
            next: number | null;
            position: number;
            teachers: string[];
        };
        HoldOut: {
            n?: number | null;
            total?: number | null;
        };
        ImportIn: {
            between?: string | null;
            classes_as?: {
                [key: string]: string;
            } | null;
            encoding?: string | null;
            format?: string | null;
            header?: boolean | null;
            learn_from?: string[] | null;
            /** @default false */
            leave_out_bad_rows?: boolean;
            rejected?: string | null;
            roles?: {
                [key: string]: string;
            } | null;
            several?: ("leave_out" | "first" | "combine") | null;
            sheet?: string | null;
            /** @default importer */
            teacher?: string;
            texts?: string[] | null;
        };
        ImportJob: {
            job: string;
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
        Invite: {
            /** @default 7 */
            days?: number;
            name?: string | null;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer" | "none";
            roles?: {
                [key: string]: "owner" | "teacher" | "viewer" | "none";
            };
        };
        LabelledNeighbour: {
            id: string;
            label: string;
            snippet: string;
        };
        Learn: {
            learner?: string | null;
        };
        LearnedColumns: {
            columns: string[];
        };
        LearnFrom: {
            columns: string[];
        };
        LeaveOut: {
            language: string | null;
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
        LessonsIn: {
            /** @default false */
            at_once?: boolean;
            entries: components["schemas"]["LessonIn"][];
        };
        ListedDocument: {
            disputed: boolean;
            /** @default [] */
            fields: components["schemas"]["ShownField"][];
            flagged: boolean;
            guess: components["schemas"]["Guess"] | null;
            id: string;
            label: string | null;
            snippet: string;
        };
        Look: {
            key: string;
        };
        Merge: {
            classes: string[];
            into: string;
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
        NewToken: {
            days?: number | null;
            name: string;
            project?: string | null;
            /**
             * @default own
             * @enum {string}
             */
            scope?: "read" | "teach" | "own";
        };
        OwnAccount: {
            id: number;
            name: string;
            /** @enum {string} */
            role: "owner" | "teacher" | "viewer" | "none";
            roles: {
                [key: string]: "owner" | "teacher" | "viewer" | "none";
            };
            sessions: number;
            /** Format: date-time */
            since: string;
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
        PasswordChange: {
            new: string;
            old: string;
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
        PersonChange: {
            disabled?: boolean | null;
            role?: ("owner" | "teacher" | "viewer" | "none") | null;
            roles?: {
                [key: string]: ("owner" | "teacher" | "viewer" | "none") | null;
            };
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
        ReadingOptions: {
            between?: string | null;
            classes_as?: {
                [key: string]: string;
            } | null;
            encoding?: string | null;
            format?: string | null;
            header?: boolean | null;
            rejected?: string | null;
            roles?: {
                [key: string]: string;
            } | null;
            several?: ("leave_out" | "first" | "combine") | null;
            sheet?: string | null;
            texts?: string[] | null;
        };
        RecallChange: {
            before: components["schemas"]["Estimate"];
            by: number;
            class: string;
            now: components["schemas"]["Estimate"];
        };
        RecordDocument: {
            /** @default false */
            erased: boolean;
            fields: {
                [key: string]: unknown;
            };
            id: string;
            text: string;
        };
        RecordDocuments: {
            documents: components["schemas"]["RecordDocument"][];
        };
        RecordPage: {
            documents: number;
            entries: {
                [key: string]: unknown;
            }[];
            position: number;
        };
        Rename: {
            class: string;
            to: string;
        };
        RestoreCost: {
            entries: number;
        };
        Restored: {
            entries: number;
            position: number;
        };
        RestoreTo: {
            position: number;
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
        SampleAdded: {
            documents: number;
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
        SettingsChange: {
            batch?: number | null;
            by?: string | null;
            checks?: number | null;
            direction?: string | null;
            guess?: string | null;
            highlights?: string | null;
            machines?: string | null;
            overlap?: number | null;
            words?: number | null;
        };
        ShownField: {
            /** @enum {string} */
            kind: "text" | "number" | "date" | "boolean" | "list";
            name: string;
            value: string | number | boolean | (string | number | boolean)[];
        };
        SignedIn: {
            user: components["schemas"]["Caller"];
        };
        SignIn: {
            name: string;
            password: string;
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
        SuggestedRationale: {
            end: number;
            score: number;
            start: number;
        };
        SuggestedRationales: {
            spans: components["schemas"]["SuggestedRationale"][];
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
        TextsIn: {
            fields?: {
                [key: string]: string | number | boolean | string[] | null;
            }[] | null;
            /** @default false */
            reasons?: boolean;
            texts: string[];
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
        TrialIn: {
            /** @enum {string} */
            condition: "dual" | "documents" | "passive";
            /** @default 6 */
            minutes?: number;
            subject: string;
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
        Without: {
            /** @default [] */
            remove?: number[][];
            /** @default [] */
            terms?: string[];
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
        WordsSeen: {
            any?: string[];
            n?: number | null;
            words?: {
                [key: string]: string[];
            };
        };
        Written: {
            position: number;
            positions: number[];
        };
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
export type ActDone = components['schemas']['ActDone'];
export type ActIn = components['schemas']['ActIn'];
export type Advice = components['schemas']['Advice'];
export type AgreementNow = components['schemas']['AgreementNow'];
export type AnswerEvidence = components['schemas']['AnswerEvidence'];
export type ApiToken = components['schemas']['ApiToken'];
export type AskedTerm = components['schemas']['AskedTerm'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditPage = components['schemas']['AuditPage'];
export type Balance = components['schemas']['Balance'];
export type BatchDocument = components['schemas']['BatchDocument'];
export type Because = components['schemas']['Because'];
export type Begin = components['schemas']['Begin'];
export type BlindAgreement = components['schemas']['BlindAgreement'];
export type Calibration = components['schemas']['Calibration'];
export type Caller = components['schemas']['Caller'];
export type ChangedDocument = components['schemas']['ChangedDocument'];
export type Changes = components['schemas']['Changes'];
export type ClassChange = components['schemas']['ClassChange'];
export type ClassColumn = components['schemas']['ClassColumn'];
export type ClassDescription = components['schemas']['ClassDescription'];
export type ClassesNow = components['schemas']['ClassesNow'];
export type ClassifiedText = components['schemas']['ClassifiedText'];
export type ClassifyJob = components['schemas']['ClassifyJob'];
export type ClassQuality = components['schemas']['ClassQuality'];
export type ClassQuestion = components['schemas']['ClassQuestion'];
export type ColdStart = components['schemas']['ColdStart'];
export type Comparison = components['schemas']['Comparison'];
export type ConfusionMatrix = components['schemas']['ConfusionMatrix'];
export type ContradictedWord = components['schemas']['ContradictedWord'];
export type DecidingRule = components['schemas']['DecidingRule'];
export type DescribedSentence = components['schemas']['DescribedSentence'];
export type DescribedTerm = components['schemas']['DescribedTerm'];
export type Disagreement = components['schemas']['Disagreement'];
export type Dispute = components['schemas']['Dispute'];
export type Disputes = components['schemas']['Disputes'];
export type DocumentDetails = components['schemas']['DocumentDetails'];
export type DocumentPage = components['schemas']['DocumentPage'];
export type DoubtfulLabel = components['schemas']['DoubtfulLabel'];
export type DoubtfulLabels = components['schemas']['DoubtfulLabels'];
export type EncoderChoice = components['schemas']['EncoderChoice'];
export type EncoderNow = components['schemas']['EncoderNow'];
export type EncoderStatus = components['schemas']['EncoderStatus'];
export type Erased = components['schemas']['Erased'];
export type Erasure = components['schemas']['Erasure'];
export type ErrorAnswer = components['schemas']['ErrorAnswer'];
export type ErrorDetails = components['schemas']['ErrorDetails'];
export type Errors = components['schemas']['Errors'];
export type Estimate = components['schemas']['Estimate'];
export type ExpectedPoint = components['schemas']['ExpectedPoint'];
export type ExplainedDocument = components['schemas']['ExplainedDocument'];
export type ExportOffered = components['schemas']['ExportOffered'];
export type ExportSample = components['schemas']['ExportSample'];
export type Facet = components['schemas']['Facet'];
export type FacetValue = components['schemas']['FacetValue'];
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
export type LearnedColumns = components['schemas']['LearnedColumns'];
export type LearnFrom = components['schemas']['LearnFrom'];
export type LeaveOut = components['schemas']['LeaveOut'];
export type LessonCounts = components['schemas']['LessonCounts'];
export type LessonEffect = components['schemas']['LessonEffect'];
export type LessonIn = components['schemas']['LessonIn'];
export type LessonsIn = components['schemas']['LessonsIn'];
export type ListedDocument = components['schemas']['ListedDocument'];
export type Look = components['schemas']['Look'];
export type Merge = components['schemas']['Merge'];
export type ModelListed = components['schemas']['ModelListed'];
export type ModelSummary = components['schemas']['ModelSummary'];
export type Move = components['schemas']['Move'];
export type NameWord = components['schemas']['NameWord'];
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
export type ProviderAddress = components['schemas']['ProviderAddress'];
export type Quality = components['schemas']['Quality'];
export type QuestionBatch = components['schemas']['QuestionBatch'];
export type Rationale = components['schemas']['Rationale'];
export type RationaleAgreement = components['schemas']['RationaleAgreement'];
export type RationaleCounts = components['schemas']['RationaleCounts'];
export type ReadingOptions = components['schemas']['ReadingOptions'];
export type RecallChange = components['schemas']['RecallChange'];
export type RecordDocument = components['schemas']['RecordDocument'];
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
export type Selection = components['schemas']['Selection'];
export type SessionNow = components['schemas']['SessionNow'];
export type SettingsChange = components['schemas']['SettingsChange'];
export type ShownField = components['schemas']['ShownField'];
export type SignedIn = components['schemas']['SignedIn'];
export type SignIn = components['schemas']['SignIn'];
export type SimilarDocument = components['schemas']['SimilarDocument'];
export type StopWords = components['schemas']['StopWords'];
export type StudyBasis = components['schemas']['StudyBasis'];
export type SuggestedRationale = components['schemas']['SuggestedRationale'];
export type SuggestedRationales = components['schemas']['SuggestedRationales'];
export type Summary = components['schemas']['Summary'];
export type TakenBack = components['schemas']['TakenBack'];
export type TalkingPoint = components['schemas']['TalkingPoint'];
export type TaughtBetween = components['schemas']['TaughtBetween'];
export type TaughtWord = components['schemas']['TaughtWord'];
export type TeacherReliability = components['schemas']['TeacherReliability'];
export type TeacherStatus = components['schemas']['TeacherStatus'];
export type TellingTerm = components['schemas']['TellingTerm'];
export type TermInContext = components['schemas']['TermInContext'];
export type TextsIn = components['schemas']['TextsIn'];
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
