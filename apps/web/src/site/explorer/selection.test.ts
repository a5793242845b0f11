import { gpus } from '../prices';
import { initialSelection, nextSort, readSelection, type Selection, visibleGpus, writeSelection } from './selection';

const initial = initialSelection(gpus);
const shown = (part: Partial<Selection>) => visibleGpus(gpus, { ...initial, ...part }).map(({ gpu }) => gpu);
const read = (query: string) => readSelection(new URLSearchParams(query), gpus);

test('the list is filtered by memory and NVLink, and sorted by each column in both directions', () => {
  expect(shown({})).toEqual(gpus.map(({ gpu }) => gpu));
  expect(shown({ memory: 80 })).toEqual(['B200', 'H100', 'A100 80GB']);
  expect(shown({ nvlink: true })).toEqual(['B200', 'H100', 'A100 80GB', 'A100 40GB', 'A40', 'A30']);
  expect(shown({ sort: 'usd-month' })).toEqual(['A30', 'A40', 'A100 40GB', 'L4', 'A100 80GB', 'L40S', 'H100', 'B200']);
  expect(shown({ sort: '-inr-hour' })[0]).toBe('B200');
  expect(shown({ sort: '-memory' }).slice(0, 3)).toEqual(['B200', 'H100', 'A100 80GB']);
});

test('a press on the head of a column sorts upwards, then downwards, then as listed', () => {
  expect(nextSort('listed', 'memory')).toBe('memory');
  expect(nextSort('memory', 'memory')).toBe('-memory');
  expect(nextSort('-memory', 'memory')).toBe('listed');
});

test('an address holds every choice that is not the initial one, and brings it back', () => {
  const query = 'currency=usd&memory=48&nvlink=on&sort=-usd-hour&compare=b200&compare=a40&gpu=l4&count=3&hours=600';
  expect(writeSelection(read(query), gpus).toString()).toBe(query);
  expect(writeSelection(initial, gpus).toString()).toBe('');
});

test('an address with unknown choices is no error, and compares three GPUs at most', () => {
  expect(read('currency=eur&memory=7&sort=price&compare=x&gpu=&count=-1&hours=1e9&nvlink=1')).toEqual(initial);
  expect(read('count=10000&hours=745')).toEqual(initial);
  expect(read('compare=l4&compare=h100&compare=h100&compare=b200&compare=a30').compare).toEqual(['b200', 'h100', 'l4']);
});
