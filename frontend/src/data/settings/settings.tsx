// How teachers work in the project; every change is saved at once.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Problem, refusedBy } from "../../api/answer";
import { call, within, type Refused } from "../../api/client";
import type { Preferences } from "../../api/schema";
import { Choice } from "../../forms/choice";
import { Field } from "../../forms/field";
import { Select } from "../../forms/select";
import { announce } from "../../shell/announce";
import { mayOwn, project, refreshProject } from "../../state/session";
import { EncoderSetting } from "./encoder";
import { StopWordsSetting } from "./stop_words";
import { say as shared } from "../strings";
import { say } from "./strings";

export function SettingsSection() {
  const open = project.value;
  const [chosen, setChosen] = useState<Partial<Preferences>>({});
  const [refused, setRefused] = useState<Refused>();
  const [saved, setSaved] = useState<keyof Preferences | "stop_words" | "encoder">();
  const queue = useRef(Promise.resolve());
  if (!open) return null;
  const settings = { ...open.settings, ...chosen };
  /** Show the change at once, and save it after those before it. */
  const change = (values: Partial<Preferences>) => {
    setChosen((before) => ({ ...before, ...values }));
    setRefused(undefined);
    setSaved(undefined);
    queue.current = queue.current
      .then(() => call<void>("PUT", within(open.name, "settings"), values))
      .then(refreshProject)
      .then(
        () => {
          announce(shared.saved);
          setSaved(Object.keys(values)[0] as keyof Preferences);
        },
        (error: unknown) => {
          setRefused(refusedBy(error));
          setChosen({});
        },
      );
  };
  const fixed = !mayOwn.value;
  const whole = (name: "batch" | "words", from: number, to: number, hint?: string) => (
    <Kept now={saved === name}>
      <Whole label={say.settings[name]} hint={hint} value={settings[name]} from={from} to={to} fixed={fixed} set={(value) => change({ [name]: value })} />
    </Kept>
  );
  const share = (name: "overlap" | "checks", hint: string) => (
    <Kept now={saved === name}>
      <Whole label={`${say.settings[name]}, ${say.settings.percent}`} hint={hint} value={Math.round(settings[name] * 100)} from={0} to={100} fixed={fixed} set={(value) => change({ [name]: value / 100 })} />
    </Kept>
  );
  const choice = <Name extends "guess" | "highlights" | "direction" | "machines">(name: Name, options: Record<Preferences[Name], string>, hint?: string) => (
    <Kept now={saved === name}>
      <div class="form-field">
        <p class="label" aria-hidden="true">
          {say.settings[name]}
        </p>
        <Choice label={say.settings[name]} value={settings[name]} options={options} disabled={fixed} choose={(value) => change({ [name]: value })} />
        {hint && <p class="faint small">{hint}</p>}
      </div>
    </Kept>
  );
  return (
    <form class="form settings" onSubmit={(event) => event.preventDefault()}>
      <p class="lead">{say.settings.about}</p>
      {fixed && <p class="notice">{shared.ownerOnly}</p>}
      {refused && <Problem refused={refused} />}
      {whole("batch", 1, 20, say.settings.batchHint)}
      {whole("words", 0, 100)}
      {choice("guess", say.settings.guesses, say.settings.guessHint)}
      {choice("highlights", say.settings.asked, say.settings.highlightsHint)}
      {share("overlap", say.settings.overlapHint)}
      {share("checks", say.settings.checksHint)}
      <Kept now={saved === "by"}>
        <Select
          label={say.settings.by}
          class="field medium"
          disabled={fixed}
          value={settings.by}
          options={Object.entries(say.settings.orders)}
          choose={(by) => change({ by: by as Preferences["by"] })}
        />
      </Kept>
      <Kept now={saved === "stop_words"}>
        <StopWordsSetting saved={() => setSaved("stop_words")} />
      </Kept>
      <Kept now={saved === "encoder"}>
        <EncoderSetting saved={() => setSaved("encoder")} />
      </Kept>
      {choice("direction", say.settings.directions)}
      {choice("machines", say.settings.machinesHeard, say.settings.machinesHint)}
    </form>
  );
}

/** A setting with a sign beside its name that the change was saved; those who do not see it hear it. */
function Kept({ now, children }: { now: boolean; children: ComponentChildren }) {
  return (
    <div class="kept">
      {children}
      {now && (
        <span class="kept-sign" aria-hidden="true">
          {shared.savedHere}
        </span>
      )}
    </div>
  );
}

interface WholeProps {
  label: string;
  hint?: string | undefined;
  value: number;
  from: number;
  to: number;
  fixed: boolean;
  set: (value: number) => void;
}

function Whole({ label, hint, value, from, to, fixed, set }: WholeProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <input
          class="field short"
          type="number"
          inputMode="numeric"
          min={from}
          max={to}
          disabled={fixed}
          {...ids}
          value={value}
          onChange={({ currentTarget }) => {
            if (currentTarget.reportValidity() && currentTarget.value) set(currentTarget.valueAsNumber);
          }}
        />
      )}
    </Field>
  );
}
