import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module';
import { PaymentsCoreModule } from '../payments/payments-core.module';
import { AccountController } from './account.controller';
import { AccountService } from './account.service';
import { AccountDataService } from './account-data.service';
import { EmailService } from './email.service';
import { FederatedUsers } from './federated-users';
import { GuessLimit } from './guess-limit';
import { Jwks } from './jwks';
import { OwnTokenStrategy } from './own-token.strategy';
import { OwnerProof } from './owner-proof';
import { PasswordHasher } from './password-hasher';
import { PasswordResetService } from './password-reset.service';
import { ProviderTokenStrategy } from './provider-token.strategy';
import { SignIns } from './sign-ins';
import { TokenIssuer } from './token-issuer';

const tokens = [TokenIssuer, OwnTokenStrategy, Jwks, FederatedUsers, ProviderTokenStrategy];
const services = [
  AccountService,
  PasswordResetService,
  EmailService,
  AccountDataService,
  PasswordHasher,
  GuessLimit,
  OwnerProof,
  SignIns,
];

@Module({
  imports: [MailModule, PaymentsCoreModule],
  controllers: [AccountController],
  providers: [...services, ...tokens],
  exports: [GuessLimit, OwnerProof, PasswordHasher, SignIns, TokenIssuer],
})
export class AccountModule {}
