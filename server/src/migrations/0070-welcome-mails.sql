-- The provider's texts of the mail that invites a new user, and whom each invites.

create table welcome_mail (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  name text not null check (length(name) between 1 and 100),
  -- Dutch.
  content text not null check (length(content) between 1 and 5000 and content ~ '\[(url|enter_password_button)\]'),
  -- Null: whoever has chosen English gets the program's own text.
  content_en text check (length(content_en) between 1 and 5000 and content_en ~ '\[(url|enter_password_button)\]'),
  -- Invites the users of merchants.
  "default" boolean not null default false,
  -- Invites the provider's staff.
  psp_default boolean not null default false
);
create unique index welcome_mail_default on welcome_mail ("default") where "default";
create unique index welcome_mail_psp_default on welcome_mail (psp_default) where psp_default;

-- The texts as they were before anybody could change them (server/src/identity/mails/account-mails.texts.ts).
insert into welcome_mail (id, name, "default", psp_default, content, content_en) values (
  id_at(now()), 'Welkom voor winkeliers', true, false,
  'Hallo [name], welkom! Je kunt nu met Kontor de betalingen van [merchant] beheren. Stel eerst je wachtwoord in:

[enter_password_button]

De link is 24 uur geldig en werkt één keer. Is hij verlopen? Vraag dan op de aanmeldpagina met “Wachtwoord vergeten” een nieuwe aan.

Wij raden je aan om daarna aanmelden in twee stappen in te stellen.',
  'Hello [name], welcome! You can now manage the payments of [merchant] in Kontor. Set your password first:

[enter_password_button]

The link is valid for 24 hours and works once. If it has expired, use “Forgot password” on the sign-in page to get a new one.

We recommend that you set up multi-factor authentication afterwards.'
), (
  id_at(now()), 'Welkom voor medewerkers', false, true,
  'Hallo [name], welkom! Je kunt nu met Kontor werken. Stel eerst je wachtwoord in:

[enter_password_button]

De link is 24 uur geldig en werkt één keer. Is hij verlopen? Vraag dan op de aanmeldpagina met “Wachtwoord vergeten” een nieuwe aan.

Wij raden je aan om daarna aanmelden in twee stappen in te stellen.',
  'Hello [name], welcome! You can now work with Kontor. Set your password first:

[enter_password_button]

The link is valid for 24 hours and works once. If it has expired, use “Forgot password” on the sign-in page to get a new one.

We recommend that you set up multi-factor authentication afterwards.'
);

grant select, insert, update, delete on welcome_mail to kontor_provider;

do $$
begin
  perform record_changes_of('welcome_mail', 'welcome_mail');
end $$;
