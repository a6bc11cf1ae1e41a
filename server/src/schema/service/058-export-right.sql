-- Rules that say whether what they let read may be exported as a file.

alter table record.tabularium_rule add column export boolean;
