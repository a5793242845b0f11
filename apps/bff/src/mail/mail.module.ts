import { Module } from '@nestjs/common';
import { MailLinks } from './mail-links';
import { MailSender } from './mail-sender';

/** Callers queue emails with `queueMail`, in the transaction that causes them. */
@Module({ providers: [MailLinks, MailSender], exports: [MailLinks] })
export class MailModule {}
