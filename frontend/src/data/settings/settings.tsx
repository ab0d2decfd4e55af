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
  return (
    <form class="form settings" onSubmit={(event) => event.preventDefault()}>
      <p class="lead">{say.settings.about}</p>
      {fixed && <p class="notice">{shared.ownerOnly}</p>}
      {refused && <Problem refused={refused} />}
      <Kept now={saved === "batch"}>
        <Whole label={say.settings.batch} hint={say.settings.batchHint} value={settings.batch} from={1} to={20} fixed={fixed} set={(batch) => change({ batch })} />
      </Kept>
      <Kept now={saved === "words"}>
        <Whole label={say.settings.words} value={settings.words} from={0} to={100} fixed={fixed} set={(words) => change({ words })} />
      </Kept>
      <Kept now={saved === "guess"}>
        <Setting label={say.settings.guess} hint={say.settings.guessHint}>
          <Choice label={say.settings.guess} value={settings.guess} options={say.settings.guesses} disabled={fixed} choose={(guess) => change({ guess })} />
        </Setting>
      </Kept>
      <Kept now={saved === "highlights"}>
        <Setting label={say.settings.highlights} hint={say.settings.highlightsHint}>
          <Choice
            label={say.settings.highlights}
            value={settings.highlights}
            options={say.settings.asked}
            disabled={fixed}
            choose={(highlights) => change({ highlights })}
          />
        </Setting>
      </Kept>
      <Kept now={saved === "overlap"}>
        <Whole
          label={`${say.settings.overlap}, ${say.settings.percent}`}
          hint={say.settings.overlapHint}
          value={Math.round(settings.overlap * 100)}
          from={0}
          to={100}
          fixed={fixed}
          set={(overlap) => change({ overlap: overlap / 100 })}
        />
      </Kept>
      <Kept now={saved === "checks"}>
        <Whole
          label={`${say.settings.checks}, ${say.settings.percent}`}
          hint={say.settings.checksHint}
          value={Math.round(settings.checks * 100)}
          from={0}
          to={100}
          fixed={fixed}
          set={(checks) => change({ checks: checks / 100 })}
        />
      </Kept>
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
      <Kept now={saved === "direction"}>
        <Setting label={say.settings.direction}>
          <Choice
            label={say.settings.direction}
            value={settings.direction}
            options={say.settings.directions}
            disabled={fixed}
            choose={(direction) => change({ direction })}
          />
        </Setting>
      </Kept>
      <Kept now={saved === "machines"}>
        <Setting label={say.settings.machines} hint={say.settings.machinesHint}>
          <Choice
            label={say.settings.machines}
            value={settings.machines}
            options={say.settings.machinesHeard}
            disabled={fixed}
            choose={(machines) => change({ machines })}
          />
        </Setting>
      </Kept>
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

function Setting({ label, hint, children }: { label: string; hint?: string; children: ComponentChildren }) {
  return (
    <div class="form-field">
      <p class="label" aria-hidden="true">
        {label}
      </p>
      {children}
      {hint && <p class="faint small">{hint}</p>}
    </div>
  );
}

interface WholeProps {
  label: string;
  hint?: string;
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
