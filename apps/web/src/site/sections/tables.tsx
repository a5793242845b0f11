import type { ReactNode } from 'react';
import { Inline } from '../inline';
import type { PriceTier, Range } from '../prices';
import type { Table as TableSection } from '../section';
import { Band, Meter, type SectionProps } from './parts';

const Row = ({ cells, columns }: { cells: string[]; columns: TableSection['columns'] }) => (
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

const NumericHead = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="numeric">
    {children}
  </th>
);

const span = ({ from, to }: Range, digits: number) =>
  from === to ? from.toFixed(digits) : `${from.toFixed(digits)}-${to.toFixed(digits)}`;

/** One cell is ₹50 or $0.50 an hour. */
const cells = ({ from, to }: Range, size: number) => ({ from: from / size, to: to / size });

const TierRow = ({ tier, last }: { tier: PriceTier; last: boolean }) => (
  <tr>
    <th scope="row">{tier.tier}</th>
    <td className="full-width">
      <Meter {...cells(tier.inrPerHour, 50)} of={12} core={last} className="in-inr" />
      <Meter {...cells(tier.usdPerHour, 0.5)} of={12} core={last} className="in-usd" />
    </td>
    <td className="numeric emphasis" data-label="An hour">
      <span className="in-inr">₹{span(tier.inrPerHour, 0)}</span>
      <span className="in-usd">
        {tier.usdApprox ? '~' : ''}${span(tier.usdPerHour, 2)}
      </span>
    </td>
    <td className="full-width muted">{tier.notes.join(', ')}</td>
  </tr>
);

export const Tiers = ({ section, cell }: SectionProps<'tiers'>) => (
  <Band section={section} cell={cell}>
    <table className="table table--tiers">
      <thead>
        <tr>
          <th scope="col">Tier</th>
          <th scope="col">
            Rate. Each square is <span className="in-inr">₹50</span>
            <span className="in-usd">$0.50</span> an hour. Blue shows the range; orange the tier with the lowest rate
          </th>
          <NumericHead>An hour</NumericHead>
          <th scope="col">Terms</th>
        </tr>
      </thead>
      <tbody>
        {section.tiers.map((tier, index) => (
          <TierRow key={tier.tier} tier={tier} last={index === section.tiers.length - 1} />
        ))}
      </tbody>
    </table>
    {section.note && <p className="caption after-figures">{section.note}</p>}
  </Band>
);
