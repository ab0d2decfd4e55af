// The bar at the top: the project, the screens, the numbers, and the button that shows what was learned.
import { computed } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { call } from "../api/client";
import type { Quality } from "../api/schema";
import { decimal, expectation, number } from "../numbers";
import { connected, fresh, training } from "../state/connection";
import { counts, unheard } from "../state/lessons/lessons";
import { address, route, SCREENS } from "../state/route";
import { loadSession, mayTeach, project, projectName, session, study } from "../state/session";
import { say } from "../strings";
import { asking, retrain } from "../teach/queue/batch";
import { mention } from "./announce";
import { KeyCap } from "./key_cap";
import { panel } from "./open_panel";
import { Logo } from "./logo";
import { setTheme, theme, THEMES } from "./theme";

/** Whether the documents that are asked are on the screen. */
const isDesk = computed(() => route.value.screen === "teach" && !route.value.parts.length);

export function TopBar() {
  const here = route.value.screen;
  const name = projectName.value;
  const search: Record<string, string> = (session.value?.projects.length ?? 0) > 1 && name !== null ? { project: name } : {};
  return (
    <header class="top">
      <Logo />
      <ProjectSwitcher />
      <nav aria-label={say.top.screens}>
        {SCREENS.map((screen) => (
          <a key={screen} href={address(screen, [], search)} aria-current={screen === here ? "page" : undefined}>
            {say.screens[screen]}
          </a>
        ))}
      </nav>
      <Numbers />
      <More />
      {isDesk.value && mayTeach.value && (project.value?.classes.length ?? 0) > 1 && project.value !== null && project.value.documents > 0 && <Retrain />}
    </header>
  );
}

function ProjectSwitcher() {
  const projects = session.value?.projects ?? [];
  const name = projectName.value ?? "teachback";
  if (projects.length < 2) return <b class="project">{name}</b>;
  return (
    <select class="project" aria-label={say.top.project} value={name} onChange={(event) => (location.hash = address(route.peek().screen, [], { project: event.currentTarget.value }))}>
      {projects.map((each) => (
        <option key={each.name} value={each.name}>
          {each.name}
        </option>
      ))}
    </select>
  );
}

function Numbers() {
  const open = project.value;
  if (!open || study.value) return <div class="numbers" />;
  const { labels, words, rationales } = counts.value;
  const quality = open.quality;
  return (
    <div class="numbers">
      <span class="counts">
        <b>{number(labels)}</b> {say.top.labels(labels)} · <b>{number(words)}</b> {say.top.words(words)} · <b>{number(rationales)}</b> {say.top.passages(rationales)}
      </span>
      {quality && <Expected quality={quality} />}
    </div>
  );
}

/** How often the model is expected to be right, with the range; what that rests on is told on demand. */
function Expected({ quality }: { quality: Quality }) {
  const [first, then] = expectation(quality);
  return (
    <a href={address("progress")} title={say.top.expectedTitle(quality.basis)} onClick={openSide}>
      <span class="wide">{say.top.expected}</span> <b>{first}</b> {then}
    </a>
  );
}

/** Beside the documents there is no room for how it goes on a small screen: it comes up over them. */
function openSide(event: Event): void {
  if (!isDesk.peek() || !matchMedia("(max-width: 75rem)").matches) return;
  event.preventDefault();
  panel.value = panel.peek() === "side" ? null : "side";
}

/** Show the next batch; after a moment it tells how long training has taken. */
function Retrain() {
  const since = asking.value.since;
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    setWaited(0);
    if (!since) return;
    const timer = setInterval(() => setWaited((performance.now() - since) / 1000), 100);
    return () => clearInterval(timer);
  }, [since]);
  useEffect(() => {
    if (fresh.value) mention(say.top.fresh);
  }, [fresh.value]);
  const away = !connected.value;
  useEffect(() => {
    if (away) mention(say.top.away);
  }, [away]);
  const status = waited > 0.3 ? say.top.training(decimal(waited)) : say.top.retrain(unheard.value);
  const note = away ? say.top.away : fresh.value ? say.top.fresh : training.value ? say.top.learning : "";
  return (
    <button type="button" class="button retrain" aria-busy={since > 0} aria-disabled={away} title={note} onClick={retrain}>
      {fresh.value && <span class="dot" />}
      <span class="told">
        {status}
        {waited <= 0.3 && unheard.value > 0 && <span class="wide"> {say.top.new}</span>}
      </span>{" "}
      <KeyCap id="retrain" of="ctrl+enter" />
      <span class="visually-hidden">{note}</span>
    </button>
  );
}

function More() {
  const user = session.value?.user;
  return (
    <details
      class="more"
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) event.currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !event.currentTarget.open) return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
        event.stopPropagation();
      }}
    >
      <summary class="button quiet" aria-label={say.top.more}>
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <path d="M3 6h14M3 10h14M3 14h14" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" />
        </svg>
      </summary>
      <div class="more-menu">
        {user && <p class="faint small">{say.top.user(user.name, say.roles[project.value?.role ?? user.role])}</p>}
        <fieldset>
          <legend class="faint small">{say.top.theme}</legend>
          {THEMES.map((name) => (
            <label key={name}>
              <input type="radio" name="theme" checked={theme.value === name} onChange={() => setTheme(name)} /> {say.themes[name]}
            </label>
          ))}
        </fieldset>
        <button type="button" onClick={() => (panel.value = "guidelines")}>
          {say.commands.guidelines} <KeyCap id="guidelines" of="g" />
        </button>
        <button type="button" onClick={() => (panel.value = "keys")}>
          {say.commands.keys} <KeyCap id="keys" of="?" />
        </button>
        <button type="button" onClick={() => (panel.value = "commands")}>
          {say.commands.title} <KeyCap id="commands" of="ctrl+k" />
        </button>
        {session.value?.team && user && (
          <button type="button" onClick={() => void call("DELETE", "/session").finally(() => void loadSession())}>
            {say.top.signOut}
          </button>
        )}
      </div>
    </details>
  );
}
