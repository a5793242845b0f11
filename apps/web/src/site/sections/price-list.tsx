import { CurrencySwitch, PerCurrency } from '../explorer/currency';
import {
  bandwidthOf,
  type Currency,
  formatPrice,
  hourlyCells,
  memoryOf,
  nvlinkOf,
  requestOf,
} from '../explorer/pricing';
import type { GpuPrice } from '../prices';
import { Actions, Band, Cells, More, type SectionProps } from './parts';

const GpuFacts = ({ gpu }: { gpu: GpuPrice }) => (
  <>
    <h4 className="caption">Specifications</h4>
    <dl className="gpu-facts">
      <dt>Memory</dt>
      <dd>{memoryOf(gpu)}</dd>
      <dt>Memory bandwidth</dt>
      <dd>{bandwidthOf(gpu.bandwidthGbPerS)}</dd>
      <dt>NVLink</dt>
      <dd>{nvlinkOf(gpu)}</dd>
    </dl>
  </>
);

const Price = ({ price, scale }: { price: GpuPrice; scale: number }) => (
  <li>
    <h3>{price.gpu}</h3>
    <p className="muted">{price.description}</p>
    <p className="price">
      <PerCurrency>{(currency) => formatPrice(price, currency, 'hour')}</PerCurrency> <small>/hr</small>
    </p>
    <p className="muted">
      <PerCurrency>{(currency) => formatPrice(price, currency, 'month')}</PerCurrency> a month
    </p>
    <PerCurrency>{(currency) => <Cells count={hourlyCells(price, currency)} of={scale} />}</PerCurrency>
    <GpuFacts gpu={price} />
    <More action={requestOf(price)} />
  </li>
);

const Choice = ({ currency, sign, name }: { currency: Currency; sign: string; name: string }) => (
  <label>
    <input type="radio" name="currency" id={currency} defaultChecked={currency === 'inr'} autoComplete="off" />
    <b aria-hidden="true">{sign}</b>
    <span>{name}</span>
  </label>
);

/** The middle cell switches the currency by CSS alone. */
const CurrencyCore = () => (
  <li className="grid-3x3__core">
    <fieldset className="currency-toggle">
      <legend className="visually-hidden">Currency</legend>
      <Choice currency="inr" sign="₹" name="INR" />
      <Choice currency="usd" sign="$" name="USD" />
    </fieldset>
    <p className="caption">
      Each square is <PerCurrency>{(currency) => (currency === 'inr' ? '₹10' : '$0.10')}</PerCurrency> an hour
    </p>
  </li>
);

export function Prices({ section, cell }: SectionProps<'prices'>) {
  const scale = Math.max(...section.gpus.map((price) => hourlyCells(price, 'usd')));
  const cells = section.gpus.map((price) => <Price key={price.gpu} price={price} scale={scale} />);
  return (
    <Band section={section} cell={cell}>
      <ol className="grid-3x3 grid-3x3--prices">
        {[...cells.slice(0, 4), <CurrencyCore key="core" />, ...cells.slice(4)]}
      </ol>
      {section.action && (
        <p className="after">
          <More action={section.action} />
        </p>
      )}
    </Band>
  );
}

export const PriceHero = ({ section: { title, lead, actions, source } }: SectionProps<'price-hero'>) => (
  <section className="hero price-hero">
    <div className="wrap hero__inner hero__top">
      <div>
        <h1>{title}</h1>
        <p className="print-only">{source}</p>
      </div>
      <div className="stack">
        <p className="lead">{lead}</p>
        <CurrencySwitch />
        <Actions actions={actions} />
      </div>
    </div>
  </section>
);
