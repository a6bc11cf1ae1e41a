-- Mails are jobs of a kind of their own, and so is work of the service itself.
alter table record.tabularium_job drop constraint tabularium_job_kind_check_bfa4ac94;
alter table record.tabularium_job
  add constraint tabularium_job_kind_check_85bc5457
  check (kind in ('job', 'reaction', 'schedule', 'mail', 'service'));

-- How many mails were sent in an hour, to all ('') and to each recipient, who is known by a digest.
create table tabularium.mail_counts (
  hour timestamp with time zone not null,
  recipient text not null,
  count bigint not null,
  primary key (hour, recipient)
);
