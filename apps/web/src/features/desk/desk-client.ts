import type { components, paths } from '@novacore/contract';
import type createQueryHooks from 'openapi-react-query';
import { api } from '../../api/queries';

export type Schemas = components['schemas'];
export type DeskClient = Parameters<typeof createQueryHooks<paths>>[0];

/** The site's client with the types of the whole contract: the published one has no desk. */
export const deskClient = api as unknown as DeskClient;
