import { CurrencySwitch, PerCurrency } from '../explorer/currency';
import { currencies, formatPrice, hourlyCells } from '../explorer/pricing';
import type { GpuPrice } from '../prices';
import { Actions, Cells, type SectionProps } from './parts';

const Bar = ({ gpu, scale }: { gpu: GpuPrice; scale: number }) => (
  <li>
    <b>{gpu.gpu}</b>
    <PerCurrency>
      {(currency) => (
        <span className="price-bars__bar">
          <Cells count={hourlyCells(gpu, currency)} of={scale} fit />
          {formatPrice(gpu, currency, 'hour')}
        </span>
      )}
    </PerCurrency>
  </li>
);

/** The pricing page's hero: the headline, and what each GPU costs an hour, drawn to one scale. */
export function PriceHero({ section: { title, lead, actions, gpus } }: SectionProps<'price-hero'>) {
  const scale = Math.max(...gpus.flatMap((gpu) => currencies.map((currency) => hourlyCells(gpu, currency))));
  return (
    <section className="hero hero--split">
      <div className="wrap hero__inner">
        <div>
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
          <Actions actions={actions} />
        </div>
        <div className="hero__drawing">
          <CurrencySwitch />
          <ol className="price-bars">
            {gpus.map((gpu) => (
              <Bar key={gpu.gpu} gpu={gpu} scale={scale} />
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
