import { PerCurrency } from '../explorer/currency';
import { breakEvenDaysOf, breakEvenHours, breakEvenOf, type Currency, DAYS } from '../explorer/pricing';
import type { GpuPrice } from '../prices';
import type { LegendEntry } from '../section';
import { Band, Legend, type SectionProps } from './parts';

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
          <th scope="col" className="numeric">
            Break-even
          </th>
          <th scope="col" className="numeric">
            Continuous use
          </th>
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
    <svg className="cells cells--days" viewBox={`0 0 ${DAYS} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 .5H${DAYS}`} />
      <path className="hourly" d={`M0 .5H${day}`} />
      <path className="break-even-mark" d={`M${day} -.2V1.2`} />
    </svg>
  );
}
