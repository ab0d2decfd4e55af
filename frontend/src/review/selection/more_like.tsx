// "Find more like this": from a document, or from the passage that is marked in its text.
import { useEffect, useState } from "preact/hooks";
import { address } from "../../state/route";
import { say } from "../strings";
import { LinkButton } from "../../forms/button";

const LONGEST = 300; // characters of a passage

/** The address of the documents that are most like some. */
export function likeAddress(ids: readonly string[]): string {
  return address("review", ["predictions"], { like: JSON.stringify(ids) });
}

/** The address of the documents that are most like a word or a passage. */
export function likeTextAddress(text: string): string {
  return address("review", ["predictions"], { like_text: text });
}

export function MoreLike({ id }: { id: string }) {
  const passage = usePassage();
  return (
    <>
      <LinkButton href={likeAddress([id])}>{say.like.this}</LinkButton>
      {passage && (
        <LinkButton href={likeTextAddress(passage)} onMouseDown={(event) => event.preventDefault()}>
          {say.like.passage(passage.length > 40 ? `${passage.slice(0, 38)}…` : passage)}
        </LinkButton>
      )}
    </>
  );
}

/** What is marked in the document's text now. */
function usePassage(): string {
  const [passage, setPassage] = useState("");
  useEffect(() => {
    const look = () => {
      const marked = document.getSelection();
      const inside = marked?.anchorNode?.parentElement?.closest(".reading .text");
      setPassage(inside && !marked?.isCollapsed ? (marked?.toString().trim().slice(0, LONGEST) ?? "") : "");
    };
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, []);
  return passage;
}
