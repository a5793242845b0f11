import type { GpuPrice } from '../prices';
import { initialSelection, memorySizes } from './selection';
import { sortLabels } from './sort';

/** Which rows, in which order. Needs the script, so that without one it is not there (`.alive`). */
export function TableControls({ gpus, shown }: { gpus: GpuPrice[]; shown: number }) {
  const start = initialSelection(gpus);
  return (
    <div className="picks alive">
      <fieldset>
        <legend>Memory in GB, at least</legend>
        <div className="chips">
          {[0, ...memorySizes(gpus)].map((size) => (
            <label key={size}>
              <input type="radio" name="memory" value={size} defaultChecked={size === start.memory} />
              {size || 'Any'}
            </label>
          ))}
        </div>
      </fieldset>
      <label className="tick">
        <input type="checkbox" name="nvlink" defaultChecked={start.nvlink} />
        With NVLink only
      </label>
      <label className="pick">
        Order
        <select name="sort" defaultValue={start.sort}>
          {sortLabels.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p className="cap" role="status">
        {shown} of {gpus.length} GPUs
      </p>
    </div>
  );
}
