// Sentences that belong together, under a title; nothing where there are none.
export function ListNotice({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (!sentences.length) return null;
  return (
    <div class="notice">
      <h3>{title}</h3>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
