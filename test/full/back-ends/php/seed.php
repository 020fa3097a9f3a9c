<?php
// Fills a database with the site's content, which standard input has as JSON. Used as: php seed.php DSN [USER]
// Columns are nullable, as people leave them. Lists are JSON in a text column, and "created_at" comes with every table.

$content = json_decode(stream_get_contents(STDIN), true);
$pdo = new PDO($argv[1], $argv[2] ?? null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
$isPostgres = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'pgsql';

$text = ['en_title', 'ar_title', 'en_description', 'ar_description', 'en_body', 'ar_body'];
$authors = ['en_author', 'ar_author'];
$tables = [
    'courses_categories' => ['slug', 'name', 'ar_name'],
    'courses' => ['slug', 'category', ...$text, 'en_teacher', 'ar_teacher', 'tags', 'registration_link', 'image', 'date', 'count'],
    'blogs' => ['slug', ...$text, ...$authors, 'image', 'link'],
    'events' => ['slug', 'event_type', ...$text, ...$authors, 'image', 'date', 'en_place', 'ar_place', 'link'],
    'news' => ['slug', ...$text, ...$authors, 'image', 'date', 'ugarit_news'],
    'team' => ['image', 'en_name', 'ar_name', 'en_headline', 'ar_headline', 'en_bio', 'ar_bio'],
    'goals' => ['en_who_we_are', 'ar_who_we_are', 'en_mission', 'ar_mission'],
];

function typeOf(string $table, string $column, bool $isPostgres): string
{
    // Some events and all news have a day without a time, which people store as text.
    if ($column === 'date' && $table !== 'courses') return $isPostgres ? 'varchar' : 'text';
    return match ($column) {
        'date' => $isPostgres ? 'timestamp' : 'datetime',
        'count' => 'numeric(6,2)',
        'ugarit_news' => $isPostgres ? 'boolean' : 'tinyint(1)',
        default => $isPostgres ? 'varchar' : 'text',
    };
}

foreach ($tables as $table => $columns) {
    $id = $isPostgres ? 'id serial primary key' : 'id integer primary key autoincrement';
    $types = array_map(fn ($column) => "\"$column\" " . typeOf($table, $column, $isPostgres) . ' null', $columns);
    $pdo->exec("drop table if exists \"$table\"");
    $pdo->exec("create table \"$table\" ($id, " . implode(', ', $types) . ', created_at timestamp default current_timestamp)');
    $names = implode(', ', array_map(fn ($column) => "\"$column\"", $columns));
    $insert = $pdo->prepare("insert into \"$table\" ($names) values (" . implode(', ', array_fill(0, count($columns), '?')) . ')');
    foreach ($table === 'goals' ? [$content['goals']] : $content[$table] as $item) {
        $row = [];
        foreach ($columns as $column) {
            $value = $item[$column] ?? null;
            if ($column === 'tags') $value = json_encode($value, JSON_UNESCAPED_UNICODE);
            if ($column === 'ugarit_news') $value = $value ? 1 : 0;
            // A dump of MySQL writes a date that is not there as zeros. PostgreSQL refuses that.
            if ($column === 'date') $value = $value === null ? ($isPostgres ? null : '0000-00-00 00:00:00') : date_create($value)->setTimezone(new DateTimeZone('Asia/Damascus'))->format(strlen($value) === 10 ? 'Y-m-d' : 'Y-m-d H:i:s');
            $row[] = $value;
        }
        $insert->execute($row);
    }
}
