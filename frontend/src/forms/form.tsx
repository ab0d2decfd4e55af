// A form that the app answers: the browser does not leave the page.
import type { ComponentChildren } from "preact";

interface Props {
  class?: string;
  submit: () => void;
  children: ComponentChildren;
}

export function Form({ submit, ...rest }: Props) {
  const answer = (event: Event) => {
    event.preventDefault();
    submit();
  };
  return <form {...rest} onSubmit={answer} />;
}
