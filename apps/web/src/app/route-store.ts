import { type ReactNode, use, useSyncExternalStore } from 'react';
import type { Route } from './routes';

/** A failed page is requested again after this time. Until then React, which renders once more, finds the failure. */
const failureKeptMs = 5000;

/** Pages asked for so far, by path; kept, so that a way back costs nothing. */
const asked = new Map<string, Promise<ReactNode>>();
const listeners = new Set<() => void>();
let pending = 0;

/** Told afterwards: a page may be asked for while another part is being rendered. */
function count(change: number) {
  pending += change;
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}

async function load(path: string, start: Route['load']) {
  count(1);
  try {
    return await start();
  } catch (error) {
    setTimeout(() => asked.delete(path), failureKeptMs);
    throw error;
  } finally {
    count(-1);
  }
}

/** React's `use` answers at once for a promise that carries its own outcome: a loaded page never suspends. */
function answering(promise: Promise<ReactNode>) {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    (reason) => Object.assign(promise, { status: 'rejected', reason }),
  );
  return promise;
}

/** Loads a page once; asking again costs nothing. A failed page can be loaded again after `failureKeptMs`. */
export function loadRoute(route: Route, start = route.load): Promise<ReactNode> {
  const known = asked.get(route.path) ?? answering(load(route.path, start));
  asked.set(route.path, known);
  return known;
}

/** For the page that came with the document. */
export const wakeRoute = (route: Route) => loadRoute(route, route.wake);

/** The page of a route; suspends until it is there. The router changes routes in transitions, which wait for it. */
export const useRouteNode = (route: Route): ReactNode => use(loadRoute(route));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether a page is on its way. */
export const usePending = () =>
  useSyncExternalStore(
    subscribe,
    () => pending > 0,
    () => false,
  );
