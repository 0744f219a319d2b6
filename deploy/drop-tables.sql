-- Drops Linkgate's tables, with all rows, once the JAR is gone from every node (docs/operate.md). For PostgreSQL, and H2 of a
-- development server; with Keycloak's user and schema: psql --single-transaction --set=ON_ERROR_STOP=1 --file=<this file>
DROP TABLE IF EXISTS linkgate_email_suppression;
DROP TABLE IF EXISTS linkgate_email_report;
DROP TABLE IF EXISTS linkgate_email;
DROP TABLE IF EXISTS linkgate_domain_list;
DROP TABLE IF EXISTS linkgate_sign_up_rule;
DROP TABLE IF EXISTS linkgate_logo;
DROP TABLE IF EXISTS linkgate_batch_error;
DROP TABLE IF EXISTS linkgate_batch;
DROP TABLE IF EXISTS linkgate_invited_address;
DROP TABLE IF EXISTS linkgate_invitation;
DROP TABLE IF EXISTS linkgate_statistic;
DROP TABLE IF EXISTS linkgate_address_change;
DROP TABLE IF EXISTS linkgate_takeover;
DROP TABLE IF EXISTS linkgate_new_device_notice;
DROP TABLE IF EXISTS linkgate_device;
DROP TABLE IF EXISTS linkgate_limit;
DROP TABLE IF EXISTS linkgate_referral_use;
DROP TABLE IF EXISTS linkgate_referral;
DROP TABLE IF EXISTS linkgate_link;
DROP TABLE IF EXISTS databasechangelog_linkgate;
