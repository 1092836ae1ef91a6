-- Which browser sent who applies: the id in its signed cookie of the unfinished application. A submission key sent again from another
-- one opens nothing, because whoever an unfinished application is shared with knows its key. Null: the browser had none.

alter table organisations add column sent_from uuid;
