// The record in words, newest first: a lesson or an import can be taken back, and there is a way back to any moment.
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem, useAnswer } from "../../api/answer";
import { call, query, within } from "../../api/client";
import { Button } from "../../forms/button";
import { useServerAction } from "../../forms/server_action";
import { type Option, Select } from "../../forms/select";
import { moment } from "../../numbers";
import { announce } from "../../shell/announce";
import { dispatch, allSent, refreshTaught } from "../../state/lessons/lessons";
import { doneBy, nameOf } from "../../state/own_names";
import { mayOwn, mayTeach, project, refreshProject } from "../../state/session";
import type { HistoryEntry, HistoryPage } from "../../api/schema";
import { Restore } from "./restore";
import { say as shared } from "../strings";
import { say } from "./strings";
import { ImportRetraction } from "./import_retraction";
import { entrySentence } from "./entry_sentence";
import { EffectDialog, hasEffect } from "./effect";
import { type Person, retractable } from "./retractable";

const EVENTS = ["documents_added", "document_erased", "classes_added", "class_renamed", "classes_merged", "class_archived", "rest_declared", "held_out_drawn", "documents_drawn", "words_passed_over"];
const KINDS: Record<string, string[]> = { ...Object.fromEntries(Object.keys(say.kinds).map((kind) => [kind, [kind]])), events: EVENTS };
const PAGE = 100;
const MOST = 1000; // lines that the server gives at once
const LONGEST_WAIT = 10_000; // milliseconds for a lesson to be sent

export function HistorySection() {
  const name = project.value?.name ?? "";
  const [kind, setKind] = useState("");
  const [teacher, setTeacher] = useState("");
  const [back, setBack] = useState<HistoryEntry | null>(null);
  const [taking, setTaking] = useState<HistoryEntry | null>(null);
  const [message, setMessage] = useState("");
  const [asked, setAsked] = useState<HistoryEntry | null>(null);
  const [limit, setLimit] = useState(PAGE);
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!back && !taking) notice.current?.focus(); // the button that was pressed may be gone
  }, [message, back, taking]);
  const path = within(name, "history") + query({ limit, teacher }) + (KINDS[kind] ?? []).map((each) => `&kind=${each}`).join("");
  const first = useAnswer<HistoryPage>(path);
  const [later, setLater] = useState<HistoryPage[]>([]);
  useEffect(() => setLater([]), [first.value]);
  const wanted = useRef(path);
  wanted.current = path;
  const { busy, refused, act } = useServerAction();
  const load = (before: number) =>
    act(async () => {
      const page = await call<HistoryPage>("GET", `${path}&before=${before}`);
      if (wanted.current === path) setLater((shown) => [...shown, page]);
    });

  const page = later.at(-1) ?? first.value;
  const lines = [...(first.value?.entries ?? []), ...later.flatMap(({ entries }) => entries)];
  const newest = first.value?.position ?? 0;
  const next = page?.next ?? null;
  /** Ask again for as many lines as are shown: none that a person looks at goes away. */
  const renew = async () => {
    setLimit(Math.min(Math.max(PAGE, lines.length + 1), MOST));
    first.again();
    await refreshProject();
  };
  const done = async (sentence: string) => {
    setMessage(sentence);
    announce(sentence);
    await renew();
  };
  const ask = (show: (line: HistoryEntry) => void, line: HistoryEntry) => {
    setMessage("");
    show(line);
  };
  /** A single lesson goes or comes at once: the same button takes that back again, and so does undo. */
  const retract = (line: HistoryEntry, ids: string[]) =>
    act(async () => {
      dispatch(...ids.map((lesson) => ({ kind: "retract" as const, lesson })));
      announce(line.active ? say.wentBack : say.cameBack);
      await allSent(LONGEST_WAIT);
      await renew();
    });
  /** What was taught at once goes at once, without a question: it is brought back as easily. */
  const retractAct = (line: HistoryEntry) =>
    act(async () => {
      await call("POST", within(name, "history", String(line.position), "take-back"));
      announce(say.wentBack);
      await Promise.all([renew(), refreshTaught()]);
    });
  const me = { name: project.value?.teacher ?? "", mayTeach: mayTeach.value, mayOwn: mayOwn.value };
  return (
    <>
      <p class="lead">{say.about}</p>
      <div class="form-row">
        <Select label={say.kind} value={kind} options={Object.entries({ "": say.everything, ...say.kinds, events: say.events })} choose={setKind} />
        <Select
          label={say.teacher}
          value={teacher}
          options={[["", say.everybody], ...[...(first.value?.teachers ?? [])].sort().map((each): Option => [each, nameOf(each)])]}
          choose={setTeacher}
        />
      </div>
      {message && (
        <p class="notice" ref={notice} tabIndex={-1}>
          {message}
        </p>
      )}
      {first.refused && <Problem refused={first.refused} again={first.again} />}
      {refused && <Problem refused={refused} />}
      <ol class="history">
        {lines.map((line) => (
          <Line
            key={line.position}
            line={line}
            sentence={entrySentence(line)}
            newest={newest}
            back={retractable(line, me)}
            retract={(ids) => retract(line, ids)}
            restore={() => ask(setBack, line)}
            takeBack={() => (line.act?.at_once ? retractAct(line) : ask(setTaking, line))}
            effect={hasEffect(line) ? () => setAsked(line) : undefined}
          />
        ))}
      </ol>
      {page && !lines.length && <p class="faint">{newest ? say.noneOfThese : say.none}</p>}
      {next !== null && (
        <Button disabled={busy} onClick={() => load(next)}>{shared.more}</Button>
      )}
      {asked && (
        <EffectDialog
          lesson={asked.id}
          what={asked.act ? "" : entrySentence(asked)}
          atOnce={Boolean(asked.act)}
          takeBack={takingBack(asked, me, retract, retractAct)}
          close={() => setAsked(null)}
        />
      )}
      {back && <Restore line={back} sentence={entrySentence(back)} done={done} close={() => setBack(null)} />}
      {taking && <ImportRetraction line={taking} sentence={entrySentence(taking)} done={done} close={() => setTaking(null)} />}
    </>
  );
}

/** What takes back the lesson that is looked at, where the person may. */
function takingBack(
  line: HistoryEntry,
  me: Person,
  retract: (line: HistoryEntry, ids: string[]) => void,
  retractAct: (line: HistoryEntry) => void,
): (() => void) | undefined {
  if (line.act) return me.mayOwn || line.teacher === me.name ? () => retractAct(line) : undefined;
  const ids = retractable(line, me);
  return ids.length ? () => retract(line, ids) : undefined;
}

interface LineProps {
  line: HistoryEntry;
  sentence: string;
  newest: number;
  /** What takes this single line back, or brings it back; empty where the person may not. */
  back: string[];
  retract: (ids: string[]) => void;
  restore: () => void;
  takeBack: () => void;
  /** Shows what it did; absent where it did nothing. */
  effect: (() => void) | undefined;
}

function Line({ line: { position, time, teacher, active, act }, sentence, newest, back, retract, restore, takeBack, effect }: LineProps) {
  const own = Boolean(act?.at_once) && mayTeach.value && teacher === project.value?.teacher;
  return (
    <li class={active ? "" : "taken-back"}>
      <time class="faint small" dateTime={time}>
        {moment(time)}
      </time>
      <span class="history-text" dir="auto">
        <strong>{doneBy(teacher)}</strong> {sentence}
        {!active && <span class="chip">{say.takenBack}</span>}
      </span>
      {(mayOwn.value || back.length > 0 || own || effect) && (
        <span class="history-buttons buttons">
          {effect && (
            <Button kind="quiet" aria-label={say.effect.askOf(sentence)} onClick={effect}>{say.effect.ask}</Button>
          )}
          {back.length > 0 && (
            <Button
              kind="quiet"
              aria-label={active ? say.takeBackOf(sentence) : say.bringBackOf(sentence)}
              onClick={() => retract(back)}
            >
              {active ? say.takeBack : say.bringBack}
            </Button>
          )}
          {(mayOwn.value || own) && act && active && (
            <Button
              aria-label={act.is_import ? say.takeBackOf(sentence) : say.bringBackOf(sentence)}
              onClick={takeBack}
            >
              {act.is_import ? say.takeBack : say.bringBack}
            </Button>
          )}
          {mayOwn.value && position < newest && (
            <Button kind="quiet" aria-label={say.restoreOf(sentence)} onClick={restore}>{say.restore}</Button>
          )}
        </span>
      )}
    </li>
  );
}
