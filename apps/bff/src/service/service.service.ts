import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import type { components } from '../contract/contract.gen';
import type { Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { Log } from '../log';
import { Problem } from '../problem/problem';

/** Those who watch us give up sooner than the database does. */
const healthMs = 1_800;

async function tooLate(): Promise<never> {
  await sleep(healthMs, undefined, { ref: false });
  throw new Problem(503, 'unavailable', 'The service is not available. Please try again.');
}

/** What a client needs before it starts, and whether the service is well. */
@Injectable()
export class ServiceService {
  private asking: Promise<unknown> | undefined;

  constructor(
    private readonly config: Config,
    private readonly prisma: Prisma,
    private readonly log: Log,
  ) {}

  async publicConfig(): Promise<Reply<'getConfig'>> {
    const { razorpay, identityProvider, passwordMinLength } = this.config;
    return {
      paymentKeyId: razorpay.keyId,
      checkoutScriptUrl: razorpay.checkoutUrl,
      passwordMinLength,
      identityProvider: identityProvider && {
        authorizeUrl: `${identityProvider.issuer.replace(/\/$/, '')}/authorize`,
        clientId: identityProvider.clientId,
        audience: identityProvider.audience,
      },
    };
  }

  /** Open to everybody, as often as they like: so the database is asked once, however many ask at once. */
  async health(): Promise<Reply<'getHealth'>> {
    this.asking ??= this.prisma.$queryRaw`SELECT 1`.finally(() => {
      this.asking = undefined;
    });
    await Promise.race([this.asking, tooLate()]);
    return { status: 'ok' };
  }

  async noteVital(vital: components['schemas']['Vital']): Promise<undefined> {
    this.log.info({ event: 'web_vital', ...vital }, 'web vital');
  }
}
