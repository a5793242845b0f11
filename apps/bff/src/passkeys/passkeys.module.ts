import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { PasskeyController } from './passkey.controller';
import { PasskeyService } from './passkey.service';
import { PasskeyChallenges } from './passkey-challenges';
import { PasskeyVerifier } from './passkey-verifier';

@Module({
  imports: [AccountModule],
  controllers: [PasskeyController],
  providers: [PasskeyService, PasskeyVerifier, PasskeyChallenges],
  exports: [PasskeyVerifier],
})
export class PasskeysModule {}
