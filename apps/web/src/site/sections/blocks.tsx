import { Drawing } from '../drawings/drawing';
import { Inline } from '../inline';
import type { Block } from '../section';

type Of<Kind extends Block['kind']> = { block: Extract<Block, { kind: Kind }> };

const Heading = ({ block: { level, id, text } }: Of<'heading'>) => {
  const Level = `h${level}` as const;
  return (
    <Level id={id}>
      <a href={`#${id}`}>{text}</a>
    </Level>
  );
};

function List({ block: { ordered, items } }: Of<'list'>) {
  const Kind = ordered ? 'ol' : 'ul';
  return (
    <Kind>
      {items.map((item) => (
        <li key={item}>
          <Inline text={item} />
        </li>
      ))}
    </Kind>
  );
}

/** The keyboard must reach code that is wider than the screen. */
const Code = ({ block: { title, language, code } }: Of<'code'>) => (
  <figure className="code-sample">
    <figcaption className="caption">{title ?? language}</figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard */}
    <pre tabIndex={0}>
      <code>{code}</code>
    </pre>
  </figure>
);

/** On phones each row is a block. */
const Table = ({ block: { caption, columns, rows, hasLabels = true, rowIds } }: Of<'table'>) => (
  <table>
    <caption className="caption">{caption}</caption>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells, place) => (
        <tr key={cells.join()} id={rowIds?.[place]}>
          {cells.map((cell, index) => (
            <td key={columns[index]} data-label={hasLabels ? columns[index] : undefined}>
              <Inline text={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <Heading block={block} />;
    case 'list':
      return <List block={block} />;
    case 'code':
      return <Code block={block} />;
    case 'table':
      return <Table block={block} />;
    case 'drawing':
      return (
        <figure className="diagram">
          <Drawing name={block.drawing} />
          <figcaption className="caption">{block.caption}</figcaption>
        </figure>
      );
    case 'note':
      return (
        <p className={`note note--${block.tone ?? 'plain'}`}>
          <Inline text={block.text} />
        </p>
      );
    case 'paragraph':
      return (
        <p>
          <Inline text={block.text} />
        </p>
      );
  }
}

export const Blocks = ({ blocks }: { blocks: Block[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change places
  blocks.map((block, index) => <BlockView key={index} block={block} />);
