-- When we heard that the provider had ended the subscription. Managed ads that were refunded under the guarantee go on until then.
alter table orders add column subscription_ended_at timestamptz;
