-- Checkout designs: how the hosted page looks, and which methods it offers in which order (docs/adr/0046).

create table checkout (
  merchant_id uuid not null references merchant,
  id uuid not null,
  organisation_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  description text check (length(description) <= 500 and not contains_card_number(description)),
  header_payment_description text not null default 'merchant_reference'
    check (header_payment_description in ('merchant_reference', 'description', 'both', 'none')),
  -- Null: the brand's own.
  background_color text check (background_color ~ '^#[0-9a-f]{6}$'),
  header_color text check (header_color ~ '^#[0-9a-f]{6}$'),
  header_text_color text check (header_text_color ~ '^#[0-9a-f]{6}$'),
  button_color text check (button_color ~ '^#[0-9a-f]{6}$'),
  button_text_color text check (button_text_color ~ '^#[0-9a-f]{6}$'),
  background_image_url text check (background_image_url ~ '^https://[^/@]+(/|$)' and length(background_image_url) <= 2000),
  logo_url text check (logo_url ~ '^https://[^/@]+(/|$)' and length(logo_url) <= 2000),
  show_language_switch boolean not null default true,
  payment_product_order text[] not null check (cardinality(payment_product_order) > 0 and payment_product_order <@
    array['card', 'ideal', 'paypal', 'bancontact', 'sepa_debit', 'klarna', 'eps', 'blik']),
  number_format text not null default 'en_US' check (number_format ~ '^[a-z]{2}_[A-Z]{2}$'),
  css text check (length(css) <= 20000),
  -- Links that are over still look like it.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default engine_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id)
);
create index checkout_created on checkout (merchant_id, created_at, id);
create index checkout_created_all on checkout (created_at, id);

alter table payment_link add column checkout_id uuid,
  add foreign key (merchant_id, checkout_id) references checkout (merchant_id, id);
alter table card_add_link add column checkout_id uuid,
  add foreign key (merchant_id, checkout_id) references checkout (merchant_id, id);
alter table plan add column checkout_id uuid,
  add foreign key (merchant_id, checkout_id) references checkout (merchant_id, id);
create index payment_link_checkout on payment_link (merchant_id, checkout_id) where checkout_id is not null;
create index card_add_link_checkout on card_add_link (merchant_id, checkout_id) where checkout_id is not null;
create index plan_checkout on plan (merchant_id, checkout_id) where checkout_id is not null;

alter table checkout enable row level security, force row level security;
create policy own_merchant on checkout to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on checkout to kontor_provider, kontor_engine using (true) with check (true);

grant select, insert, delete on checkout to kontor_merchant, kontor_provider;
grant update (organisation_id, name, description, header_payment_description, background_color, header_color,
  header_text_color, button_color, button_text_color, background_image_url, logo_url, show_language_switch,
  payment_product_order, number_format, css, deleted_at) on checkout to kontor_merchant, kontor_provider;
grant insert (checkout_id) on payment_link, card_add_link to kontor_merchant, kontor_provider;
-- "grant insert on plan" is of the whole table.
grant update (checkout_id) on plan to kontor_merchant, kontor_provider;
