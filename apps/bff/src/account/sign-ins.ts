import { Injectable } from '@nestjs/common';
import { type Origin, unknownNetwork } from '../client-network';
import { lockUser } from '../database/lock-user';
import { Prisma } from '../database/prisma.service';
import type { KnownDevice, SignIn } from '../generated/prisma/client';
import { queueOwnMail, type Transaction } from '../mail/outbox';

/** Stored as text, because a release may add ways. */
export type SignInWay = 'password' | 'reset_link' | 'github' | 'google' | 'social' | 'passkey';

/** Number of logins that we keep per user. */
const kept = 20;
/** The number is high, because each private window is a new device. */
const keptDevices = 100;

/** The network and browser replace a missing device id. */
const nameOf = ({ device, network, browser }: Origin) => device ?? `${network} ${browser}`;
export const isDevice = (device: string) => /^[\da-f]{64}$/.test(device);

/** Reads the kind of social login from the identity provider's subject. */
export function socialWay(subject: string): SignInWay {
  if (subject.startsWith('github|')) return 'github';
  return subject.startsWith('google-oauth2|') ? 'google' : 'social';
}

/** Keeps the last logins of each user with their devices and networks. */
@Injectable()
export class SignIns {
  constructor(private readonly prisma: Prisma) {}

  /**
   * Call after every successful login. Emails the owner if the device is new.
   * @param asOf `tokensValidAfter` at the check. Nothing is recorded if a new password came first.
   */
  async record(userId: string, way: SignInWay, origin: Origin, asOf?: Date): Promise<void> {
    await this.prisma.$transaction((tx) => this.recordIn(tx, userId, way, origin, asOf));
  }

  async recordIn(tx: Transaction, userId: string, way: SignInWay, origin: Origin, asOf?: Date) {
    const { network, browser } = origin;
    const user = await lockUser(tx, userId);
    if (!user || user.deletedAt || (asOf && user.tokensValidAfter > asOf)) return;
    const isNew = await this.isNew(tx, userId, origin);
    await this.know(tx, userId, origin);
    await tx.$executeRaw`
      DELETE FROM known_devices WHERE user_id = ${userId}::uuid AND device IN (
        SELECT device FROM known_devices WHERE user_id = ${userId}::uuid
        ORDER BY last_at DESC, device OFFSET ${keptDevices}::int)`;
    const { at } = await tx.signIn.create({ data: { userId, way, network, browser } });
    await tx.user.update({ where: { id: userId }, data: { lastLogInAt: at } });
    await tx.$executeRaw`
      DELETE FROM sign_ins WHERE id IN (
        SELECT id FROM sign_ins WHERE user_id = ${userId}::uuid ORDER BY at DESC, id DESC OFFSET ${kept}::int)`;
    const data = { at: at.toISOString(), way, browser, network };
    if (isNew) await queueOwnMail(tx, user, 'NEW_SIGN_IN', data);
  }

  /**
   * The first device of an account is not new. Without a device id, we compare networks. Phones change their IP often, so
   * the same browser in the same wider block is known too.
   */
  private async isNew(tx: Transaction, userId: string, { network, block, browser, device }: Origin): Promise<boolean> {
    const known = await tx.$queryRaw<KnownDevice[]>`
      SELECT device, network, browser FROM known_devices
      WHERE user_id = ${userId}::uuid AND last_at > now() - interval '180 days'`;
    if (device && known.some((each) => isDevice(each.device))) return known.every((each) => each.device !== device);
    const located = known.filter((each) => each.network !== unknownNetwork);
    const isSamePlace = (each: KnownDevice) =>
      each.network === network || (each.network.startsWith(block) && each.browser === browser);
    return network !== unknownNetwork && located.length > 0 && !located.some(isSamePlace);
  }

  /** Newest first. */
  list(userId: string): Promise<SignIn[]> {
    return this.prisma.signIn.findMany({ where: { userId }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: kept });
  }

  /**
   * Call after a new password or the first proof of an address, because earlier devices may not be the owner's.
   * @param owner the current device, which stays known
   */
  async forgetDevices(tx: Transaction, userId: string, owner?: Origin) {
    await tx.knownDevice.deleteMany({ where: { userId, ...(owner && { device: { not: nameOf(owner) } }) } });
    if (owner) await this.know(tx, userId, owner);
  }

  private async know(tx: Transaction, userId: string, origin: Origin) {
    const { network, browser } = origin;
    await tx.$executeRaw`
      INSERT INTO known_devices (user_id, device, network, browser)
      VALUES (${userId}::uuid, ${nameOf(origin)}, ${network}, ${browser})
      ON CONFLICT (user_id, device) DO UPDATE
      SET network = EXCLUDED.network, browser = EXCLUDED.browser, last_at = now()`;
  }
}
