import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import type { components } from '../contract/contract.gen';
import type { Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { Log } from '../log';
import { Problem } from '../problem/problem';

/** Shorter than the database timeout: monitors give up sooner. */
const healthTimeoutMs = 1_800;

async function tooLate(): Promise<never> {
  await sleep(healthTimeoutMs, undefined, { ref: false });
  throw new Problem(503, 'unavailable', 'The service is not available. Please try again.');
}

/** Public configuration, health check and web vitals. */
@Injectable()
export class SystemService {
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

  /** Not rate-limited, so concurrent calls share one database query. */
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
