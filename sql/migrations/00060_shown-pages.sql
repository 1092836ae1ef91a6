-- How many pages of a document are shown. The number in the document is its sender's word.
alter table evidence_files add constraint evidence_files_pages check (pages between 1 and 500) not valid;
