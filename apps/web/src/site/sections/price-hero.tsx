import { Both } from '../explorer/both';
import { Cells } from '../explorer/cells';
import { type Currency, currencies, formatPrice } from '../explorer/money';
import type { GpuPrice } from '../prices';
import { Actions } from './actions';
import type { SectionProps } from './section-props';

/** A cell is ₹10 or $0.10 an hour. */
const cellsOf = (gpu: GpuPrice, currency: Currency) => (currency === 'inr' ? gpu.inrPerHour / 10 : gpu.usdPerHour * 10);

const choices = { inr: 'INR ₹', usd: 'USD $' } as const;

/** Turns the whole page to rupees or dollars, by the style sheet alone; belongs to the calculator's form. */
const CurrencySwitch = () => (
  <div className="row row--ends">
    <fieldset>
      <legend className="vh">Currency</legend>
      <div className="cur">
        {currencies.map((currency) => (
          <label key={currency}>
            <input
              type="radio"
              name="currency"
              form="usage"
              id={currency}
              value={currency}
              defaultChecked={currency === 'inr'}
              autoComplete="off"
            />
            {choices[currency]}
          </label>
        ))}
      </div>
    </fieldset>
    <p className="cap">
      Price per hour. One cell is <Both>{(currency) => (currency === 'inr' ? '₹10' : '$0.10')}</Both>.
    </p>
  </div>
);

const Bar = ({ gpu, scale }: { gpu: GpuPrice; scale: number }) => (
  <li>
    <b>{gpu.gpu}</b>
    <Both>
      {(currency) => (
        <span className="pbars__bar">
          <Cells count={cellsOf(gpu, currency)} of={scale} fit />
          {formatPrice(gpu, currency, 'hour')}
        </span>
      )}
    </Both>
  </li>
);

/** The pricing page's hero: what each GPU costs an hour, drawn to one scale, beside the headline. */
export function PriceHero({ section: { title, lead, actions, gpus } }: SectionProps<'price-hero'>) {
  const scale = Math.max(...gpus.flatMap((gpu) => currencies.map((currency) => cellsOf(gpu, currency))));
  return (
    <section className="hero hero--split">
      <div className="wrap hero__in">
        <div>
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
          <Actions actions={actions} />
        </div>
        <div className="hero__art">
          <CurrencySwitch />
          <ol className="pbars">
            {gpus.map((gpu) => (
              <Bar key={gpu.gpu} gpu={gpu} scale={scale} />
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
