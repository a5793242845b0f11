import { Fragment, type ReactNode } from 'react';

const markup = /\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|`([^`]+)`/g;

function piece([, label, address, strong, code]: RegExpMatchArray): ReactNode {
  if (address) return <a href={address}>{label && <Inline text={label} />}</a>;
  return strong ? <strong>{strong}</strong> : <code>{code}</code>;
}

/** Renders inline markup: `[text](address)`, `**strong**` and `` `code` ``. */
export function Inline({ text }: { text: string }) {
  let end = 0;
  const pieces = [...text.matchAll(markup)].map((match) => {
    const before = text.slice(end, match.index);
    end = match.index + match[0].length;
    return (
      <Fragment key={match.index}>
        {before}
        {piece(match)}
      </Fragment>
    );
  });
  return [...pieces, text.slice(end)];
}
