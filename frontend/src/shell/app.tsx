// The app: the top bar, the screen that the address names, and what lies over it.
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { go, invitation, route, SCREENS, type Screen } from "../state/route";
import { failure, loadSession, project, refreshProject, session, signedOut } from "../state/session";
import { say } from "../strings";
import { redoLast, undoLast } from "../teach/lessons/actions";
import { note } from "../teach/lessons/step_note";
import { Guidelines, StepNoteBar } from "../teach/lazy_panes";
import { Skeleton } from "../teach/skeleton";
import { Teach } from "../teach/teach";
import { Announcements } from "./announce";
import { offer, press } from "./keys";
import { lazyDialog, lazyScreen } from "./lazy";
import { closing, panel } from "./open_panel";
import { FileChanged, Refusals } from "./save_status";
import { setTheme, theme, THEMES } from "./theme";
import { TopBar } from "./top_bar";
import { Failure } from "./failure";

const SHOWN: Record<Screen, FunctionComponent> = {
  teach: Teach,
  review: lazyScreen(() => import("../review/review")),
  progress: lazyScreen(() => import("../progress/progress")),
  classify: lazyScreen(() => import("../classify/classify")),
  data: lazyScreen(() => import("../data/data")),
};
const SignIn = lazyDialog((panes) => panes.SignIn);
const Join = lazyDialog((panes) => panes.Join);
const KeySheet = lazyDialog((panes) => panes.KeySheet);
const CommandList = lazyDialog((panes) => panes.CommandList);

export function App() {
  useEffect(() => {
    addEventListener("keydown", press);
    const stop = offer([
      { id: "undo", title: say.commands.undo, key: "ctrl+z", run: undoLast },
      { id: "redo", title: say.commands.redo, key: "ctrl+shift+z", run: redoLast },
      { id: "guidelines", title: say.commands.guidelines, key: "g", run: () => (panel.value = "guidelines") },
      { id: "keys", title: say.commands.keys, key: "?", run: () => (panel.value = "keys") },
      { id: "commands", title: say.commands.title, key: "ctrl+k", run: () => (panel.value = "commands") },
      ...SCREENS.map((screen) => ({ id: `go-${screen}`, title: say.commands.go(say.screens[screen]), key: "", run: () => go(screen) })),
      ...THEMES.map((name) => ({ id: `theme-${name}`, title: say.commands.theme(say.themes[name]), key: "", run: () => setTheme(name) })),
    ]);
    return () => {
      removeEventListener("keydown", press);
      stop();
    };
  }, []);
  return (
    <div class="app" data-theme-name={theme.value}>
      <a class="skip" href="#main" onClick={skipToMain}>
        {say.skip}
      </a>
      <Announcements />
      {!signedOut.value && invitation.value === null && <TopBar />}
      <main id="main" tabIndex={-1}>
        <FileChanged />
        <Refusals />
        <Shown />
      </main>
      {note.value && route.value.screen !== "teach" && <StepNoteBar />}
      {panel.value === "keys" && <KeySheet onClose={closing("keys")} />}
      {panel.value === "guidelines" && project.value && <Guidelines onClose={closing("guidelines")} />}
      {panel.value === "commands" && <CommandList onClose={closing("commands")} />}
    </div>
  );
}

function Shown() {
  if (invitation.value !== null) return <Join />;
  if (signedOut.value) return <SignIn />;
  if (failure.value && (!project.value || !session.value)) {
    return (
      <>
        <h1 class="visually-hidden">{say.app}</h1>
        <Failure refused={failure.value} again={tryAll} />
      </>
    );
  }
  if (!session.value && route.value.screen !== "teach") return <Skeleton />;
  const Screen = SHOWN[route.value.screen];
  return <Screen />;
}

function tryAll(): void {
  void loadSession().then(refreshProject);
}

/** The address after the # names the screen, so the skip link moves the focus itself. */
function skipToMain(event: Event): void {
  event.preventDefault();
  (document.querySelector<HTMLElement>(".text-holder") ?? document.getElementById("main"))?.focus();
}
