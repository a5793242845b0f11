import type { Ref } from 'react';
import { Icon } from '../../ui/icon';
import type { GpuPrice } from '../prices';
import { grouped } from './money';
import { MAX_HOURS } from './plans';
import { initialSelection, MAX_COUNT, slugOf } from './selection';

type Whole = {
  name: string;
  label: string;
  min: number;
  max: number;
  defaultValue: number;
  wrong: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A whole number within bounds. They stand under it, and turn into the error where it is out of them. */
function WholeNumber({ label, wrong, ...input }: Whole) {
  const { name, min, max } = input;
  const bounds = `${min} to ${grouped(max)}`;
  return (
    <div>
      <label htmlFor={name}>{label}</label>
      <input
        {...input}
        id={name}
        type="number"
        inputMode="numeric"
        required
        aria-invalid={wrong || undefined}
        aria-describedby={`${name}-bounds`}
      />
      <p className={wrong ? 'err' : 'hint'} id={`${name}-bounds`}>
        {wrong && <Icon name="alert" className="icon--s" />}
        {wrong ? `A whole number, ${bounds}.` : bounds}
      </p>
    </div>
  );
}

type Props = { gpus: GpuPrice[]; invalid: string[]; hoursRef: Ref<HTMLInputElement> };

/** Which GPU, how many of it, and for how long. */
export function CalculatorFields({ gpus, invalid, hoursRef }: Props) {
  const start = initialSelection(gpus);
  const field = (name: 'count' | 'hours') => ({ name, defaultValue: start[name], wrong: invalid.includes(name) });
  return (
    <>
      <label htmlFor="gpu">
        GPU
        <select id="gpu" name="gpu" defaultValue={start.gpu}>
          {gpus.map((gpu) => (
            <option key={gpu.gpu} value={slugOf(gpu)}>
              {gpu.gpu}
            </option>
          ))}
        </select>
      </label>
      <WholeNumber {...field('count')} label="How many" min={1} max={MAX_COUNT} />
      <WholeNumber {...field('hours')} label="Hours a month, each" min={0} max={MAX_HOURS} ref={hoursRef} />
    </>
  );
}
