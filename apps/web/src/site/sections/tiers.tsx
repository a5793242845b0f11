import type { PriceTier } from '../prices';
import { Band, Meter, type SectionProps } from './parts';

type Span = PriceTier['inrPerHour'];

const span = ({ from, to }: Span, digits: number) =>
  from === to ? from.toFixed(digits) : `${from.toFixed(digits)}-${to.toFixed(digits)}`;

/** One cell is ₹50 or $0.50 an hour. */
const cells = ({ from, to }: Span, size: number) => ({ from: from / size, to: to / size });

const Row = ({ tier, last }: { tier: PriceTier; last: boolean }) => (
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
          <th scope="col" className="numeric">
            INR/hr
          </th>
          <th scope="col" className="numeric">
            USD/hr, approx
          </th>
          <th scope="col">Terms</th>
        </tr>
      </thead>
      <tbody>
        {section.tiers.map((tier, index) => (
          <Row key={tier.tier} tier={tier} last={index === section.tiers.length - 1} />
        ))}
      </tbody>
    </table>
    {section.note && <p className="caption after-figures">{section.note}</p>}
  </Band>
);
