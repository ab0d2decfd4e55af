// The bar at the bottom: the classes with their keys, and everything else one presses often.
import { number } from "../numbers";
import { KeyCap } from "../shell/key_cap";
import { Requests } from "./document/requests";
import { panel } from "../shell/open_panel";
import { SaveStatus } from "../shell/save_status";
import { taught, undoable } from "../state/lessons/lessons";
import { classKeys, project, tint } from "../state/session";
import { say } from "../strings";
import { skip, undoLast } from "./lessons/actions";
import { offer } from "./lessons/near_duplicates";
import { goOn, row } from "./queue/batch";
import { chooseClass, excluding, toggleExcluding } from "./lessons/exclusion";
import { label } from "./document/passages";
import { openWords } from "./words/word_keys";
import { note } from "./lessons/step_note";
import { NearDuplicatesOffer, StepNoteBar } from "./lazy_panes";
import { Button } from "../forms/button";

export function Footer() {
  const classes = project.value?.classes ?? [];
  const keyed = classes.filter((name) => classKeys.value.has(name));
  const off = row.value === null;
  const isNot = (name: string) => row.value !== null && taught.value.counted.exclusion(row.value.id, name) !== null;
  const beyond = label.value !== null && !keyed.includes(label.value) ? label.value : null;
  return (
    <footer class="footer" aria-label={say.footer.title}>
      <div class="answers" role="group" aria-label={excluding.value ? say.exclude.which : say.footer.classes}>
        {[...keyed, ...(beyond === null ? [] : [beyond])].map((name) => (
          <button
            type="button"
            key={name}
            class={`button answer ${tint(name)} ${isNot(name) ? "excluded" : ""}`}
            aria-pressed={label.value === name}
            aria-description={isNot(name) ? say.exclude.said(name) : undefined}
            disabled={off}
            onClick={(event) => chooseClass(name, event.shiftKey)}
          >
            {classKeys.value.has(name) && <KeyCap id={`class-${classKeys.value.get(name)}`} of={classKeys.value.get(name) ?? ""} />}
            <span dir="auto" title={isNot(name) ? say.exclude.said(name) : name}>
              {(excluding.value ? say.exclude.not(name) : name).split(/(?<=[./_])/).map((part) => [part, <wbr key={part} />])}
            </span>
          </button>
        ))}
        {classes.length > keyed.length && (
          <Button kind="quiet" disabled={off} onClick={() => (panel.value = "classes")}>
            <KeyCap id="class" of="c" /> {say.footer.allClasses(number(classes.length))}
          </Button>
        )}
      </div>
      <div class="tool-line">
        <Button kind="quiet" disabled={off} aria-pressed={excluding.value} onClick={toggleExcluding}>
          {say.footer.exclude} <KeyCap id="exclude" of="-" />
        </Button>
        <Button kind="quiet" disabled={off} onClick={skip}>{say.footer.skip} <KeyCap id="skip" of="x" /></Button>
        <Button kind="quiet" disabled={off} onClick={() => (panel.value = "flag")}>
          {say.footer.flag} <KeyCap id="flag" of="f" />
        </Button>
        <Button kind="quiet" disabled={!undoable.value.undo} onClick={undoLast}>
          {say.footer.undo} <KeyCap id="undo" of="ctrl+z" />
        </Button>
        <button type="button" class="button words-button" aria-expanded={panel.value === "words"} aria-controls="words" onClick={openWords}>
          {say.words.short}
        </button>
        <button type="button" class="button quiet next" disabled={row.value === null} onClick={goOn}>
          {say.footer.next} <KeyCap id="next" of="j" />
        </button>
        <button type="button" class="button quiet keys-button" onClick={() => (panel.value = "keys")}>
          {say.footer.keys} <KeyCap id="keys" of="?" />
        </button>
        <SaveStatus />
      </div>
      <div class="offers">
        {note.value && <StepNoteBar />}
        {offer.value && <NearDuplicatesOffer />}
      </div>
      {row.value && <Requests document={row.value} />}
    </footer>
  );
}
