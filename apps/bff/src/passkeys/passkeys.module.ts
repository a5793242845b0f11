import { Global, Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { PasskeyCheck } from '../account/owner-proof';
import { PasskeyController } from './passkey.controller';
import { PasskeyService } from './passkey.service';
import { PasskeyChallenges } from './passkey-challenges';
import { PasskeyVerifier } from './passkey-verifier';

@Global()
@Module({
  imports: [AccountModule],
  controllers: [PasskeyController],
  providers: [
    PasskeyService,
    PasskeyVerifier,
    PasskeyChallenges,
    { provide: PasskeyCheck, useExisting: PasskeyVerifier },
  ],
  exports: [PasskeyVerifier, PasskeyCheck],
})
export class PasskeysModule {}
