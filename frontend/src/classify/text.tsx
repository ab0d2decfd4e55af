// A text that is pasted: its class, how sure that is, and the words behind it.
import { useState } from "preact/hooks";
import { Problem } from "../api/answer";
import { call, within } from "../api/client";
import type { ClassifiedText } from "../api/schema";
import { ShareBar } from "../charts/share_bar";
import { Button } from "../forms/button";
import { TextArea } from "../forms/field";
import { Form } from "../forms/form";
import { useServerAction } from "../forms/server_action";
import { percent } from "../numbers";
import { announce } from "../shell/announce";
import { ClassChip } from "../shell/class_chip";
import { say } from "./strings";

const UNSURE = 0.6; // as of a file

export function ClassifyText({ project }: { project: string }) {
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<ClassifiedText | null>(null);
  const { busy, refused, act } = useServerAction();
  const ask = () =>
    act(async () => {
      const [classified] = await call<ClassifiedText[]>("POST", within(project, "classify"), { texts: [text], reasons: true });
      setAnswer(classified ?? null);
      if (classified) announce(say.bar(classified.class, percent(classified.probability)));
    });
  return (
    <section>
      <h2>{say.pasted}</h2>
      <Form class="form" submit={ask}>
        <TextArea label={say.paste} rows={6} value={text} set={setText} />
        <Button kind="primary" type="submit" disabled={!text.trim() || busy}>{say.do}</Button>
      </Form>
      {refused && <Problem refused={refused} />}
      {answer && <ClassifiedAnswer answer={answer} />}
    </section>
  );
}

function ClassifiedAnswer({ answer }: { answer: ClassifiedText }) {
  const shares = Object.entries(answer.probabilities).sort(([, a], [, b]) => b - a);
  const doubt = answer.known ? (answer.probability < UNSURE ? say.unsure(percent(answer.probability)) : null) : say.unknown;
  return (
    <div class="classified">
      {doubt !== null && <p class="notice">{doubt}</p>}
      <ul class="shares">
        {shares.map(([name, share]) => (
          <li key={name} class={name === answer.class ? "best" : ""}>
            <ClassChip name={name} thought />
            <ShareBar shares={[[name, share]]} />
            <span class="share">{percent(share)}</span>
          </li>
        ))}
      </ul>
      {answer.reasons.length > 0 ? (
        <p>
          {say.because}{" "}
          {answer.reasons.map((word) => (
            <span key={word} class="chip" dir="auto">
              {word}
            </span>
          ))}
        </p>
      ) : (
        <p class="faint">{say.noReason}</p>
      )}
    </div>
  );
}
