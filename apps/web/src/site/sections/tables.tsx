import type { ReactNode } from 'react';
import { PerCurrency } from '../explorer/currency';
import { breakEvenDaysOf, breakEvenHours, breakEvenOf, type Currency, DAYS } from '../explorer/pricing';
import { Inline } from '../inline';
import type { GpuPrice, PriceTier, Range } from '../prices';
import type { LegendEntry, Table as TableSection } from '../section';
import { Band, Legend, Meter, type SectionProps } from './parts';

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
      <Meter {...cells(tier.inrPerHour, 50)} of={12} core={last} className="inr" />
      <Meter {...cells(tier.usdPerHour, 0.5)} of={12} core={last} className="usd" />
    </td>
    <td className="numeric emphasis" data-label="INR/hr">
      ₹{span(tier.inrPerHour, 0)}
    </td>
    <td className="numeric" data-label="USD/hr, approx">
      {tier.usdApprox ? '~' : ''}${span(tier.usdPerHour, 2)}
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
            Rate. Each square is <span className="inr">₹50</span>
            <span className="usd">$0.50</span> an hour. Blue shows the range; orange the tier with the lowest rate
          </th>
          <NumericHead>INR/hr</NumericHead>
          <NumericHead>USD/hr, approx</NumericHead>
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

const legend: LegendEntry[] = [
  { colour: 'blue', label: 'Hourly is cheaper' },
  { colour: 'core', label: 'Break-even' },
  { colour: 'ink', label: 'Monthly is cheaper' },
];

/** When monthly becomes cheaper, for every GPU: 31 cells, one a day. */
export const BreakEven = ({ section }: SectionProps<'break-even'>) => (
  <Band section={section} className="band--continued">
    <Legend entries={legend} />
    <table className="table">
      <caption className="visually-hidden">Break-even of each GPU: the hours from which monthly is cheaper</caption>
      <thead>
        <tr>
          <th scope="col">GPU</th>
          <th scope="col">A month of {DAYS} days. Each square is one day</th>
          <NumericHead>Break-even</NumericHead>
          <NumericHead>Continuous use</NumericHead>
        </tr>
      </thead>
      <tbody>
        {section.gpus.map((gpu) => (
          <BreakEvenRow key={gpu.gpu} gpu={gpu} />
        ))}
      </tbody>
    </table>
  </Band>
);

const BreakEvenRow = ({ gpu }: { gpu: GpuPrice }) => (
  <tr>
    <th scope="row">{gpu.gpu}</th>
    <td className="full-width">
      <PerCurrency>{(currency) => <DayCells gpu={gpu} currency={currency} />}</PerCurrency>
    </td>
    <td className="numeric emphasis" data-label="Break-even">
      <PerCurrency>{(currency) => breakEvenOf(gpu, currency)}</PerCurrency>
    </td>
    <td className="numeric" data-label="Continuous use">
      <PerCurrency>{(currency) => breakEvenDaysOf(gpu, currency)}</PerCurrency>
    </td>
  </tr>
);

/** Blue while the hourly plan is cheaper, then ink; the break-even is the mark between them. */
function DayCells({ gpu, currency }: { gpu: GpuPrice; currency: Currency }) {
  const day = (breakEvenHours(gpu, currency) / 24).toFixed(2);
  return (
    <svg
      className="cells cells--days"
      viewBox={`0 0 ${DAYS} 1`}
      width="100%"
      height="28"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`M0 .5H${DAYS}`} />
      <path className="hourly" d={`M0 .5H${day}`} />
      <path className="break-even-mark" d={`M${day} -.2V1.2`} />
    </svg>
  );
}
