/* Connect four on an array of six rows of seven. */

#include "playouts.h"

enum { ROWS = 6, COLUMNS = 7 };

static int board[ROWS][COLUMNS];

static int same(int row, int column, int down, int right, int player) {
    int n = 0;
    for (row += down, column += right;
         row >= 0 && row < ROWS && column >= 0 && column < COLUMNS && board[row][column] == player;
         row += down, column += right)
        n++;
    return n;
}

static int has_four(int row, int column, int player) {
    static const int DIRECTIONS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        int down = DIRECTIONS[i][0], right = DIRECTIONS[i][1];
        if (1 + same(row, column, down, right, player) + same(row, column, -down, -right, player) >= 4) return 1;
    }
    return 0;
}

static int play(void) {
    int height[COLUMNS] = {0}, player = 1;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) board[row][column] = 0;
    for (int moves = 0;; player = 3 - player) {
        int open[COLUMNS], n = 0;
        for (int column = 0; column < COLUMNS; column++)
            if (height[column] < ROWS) open[n++] = column;
        if (n == 0) return moves;
        int column = open[below(n)], row = height[column]++;
        board[row][column] = player;
        moves++;
        if (has_four(row, column, player)) return moves;
    }
}
