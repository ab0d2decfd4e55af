// A value and what it is, in a list of such; about some there is more to say.
export function Fact({ name, value, about }: { name: string; value: string; about?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {about && <span class="faint small">{about}</span>}
      </dd>
    </div>
  );
}
