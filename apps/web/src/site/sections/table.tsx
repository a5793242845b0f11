import { Inline } from '../inline';
import { Band, type SectionProps } from './parts';

type Columns = SectionProps<'table'>['section']['columns'];

const Row = ({ cells, columns }: { cells: string[]; columns: Columns }) => (
  <tr>
    <th scope="row">{cells[0]}</th>
    {cells.slice(1).map((cell, index) => {
      const column = columns[index + 1];
      const classes = [column?.numeric && 'numeric', column?.full && 'full-width'].filter(Boolean).join(' ');
      return (
        <td key={column?.label} className={classes} data-label={column?.label}>
          <Inline text={cell} />
        </td>
      );
    })}
  </tr>
);

export const Table = ({ section, cell }: SectionProps<'table'>) => (
  <Band section={section} cell={cell}>
    <table className="table">
      <thead>
        <tr>
          {section.columns.map(({ label, numeric }) => (
            <th key={label} scope="col" className={numeric ? 'numeric' : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {section.rows.map((cells) => (
          <Row key={cells[0]} cells={cells} columns={section.columns} />
        ))}
      </tbody>
    </table>
  </Band>
);
