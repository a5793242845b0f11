import createQueryHooks from 'openapi-react-query';
import { api } from './client';

/** The client as TanStack Query hooks. */
export const $api = createQueryHooks(api);
