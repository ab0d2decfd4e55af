// A component that is drawn again only when its properties say so.
import { Component, type ComponentChildren, type FunctionComponent } from "preact";
import { createElement } from "preact";

export function memo<P extends object>(draw: (props: P) => ComponentChildren, same: (before: P, after: P) => boolean): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return !same(this.props, next);
    }
    override render(): ComponentChildren {
      return draw(this.props);
    }
  }
  return (props: P) => createElement(Memo, props);
}
